package io.foreread.agent.readahead;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.foreread.agent.readahead.BlockPool.Use;
import java.nio.ByteBuffer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/** A pool with slabs of 16 pages and a budget of four slabs. */
abstract class FourSlabPool {
    static final int PAGE = Slab.PAGE_BYTES;
    static final int SLAB = 16 * PAGE;

    final BlockPool pool = new BlockPool(4 * SLAB, SLAB);

    @BeforeEach
    @AfterEach
    void collectSpentMemory() {
        SpentMemory.collect();
    }

    static void fill(ByteBuffer memory, byte value) {
        for (int i = 0; i < memory.capacity(); i++) memory.put(i, value);
    }

    void assertSpent(int bytes, Use use) {
        assertThatThrownBy(() -> pool.acquire(bytes, use))
                .isInstanceOfSatisfying(BlockUnavailableException.class, e -> assertThat(e.reason())
                        .isEqualTo(BlockUnavailableException.Reason.BUDGET_SPENT));
    }
}
