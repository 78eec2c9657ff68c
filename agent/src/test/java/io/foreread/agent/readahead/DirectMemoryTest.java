package io.foreread.agent.readahead;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class DirectMemoryTest {
    /** The build gives these tests 256 MiB of direct memory. An eighth of this is the reserve for Cassandra. */
    private static final long AVAILABLE_BYTES = (256 - 32) << 20;

    private static final int SLACK_BYTES = 256 << 10;

    @BeforeEach
    @AfterEach
    void collectSpentMemory() {
        SpentMemory.collect();
    }

    @Test
    void memoryIsAlignedAndHasTheRequestedSize() {
        ByteBuffer memory = DirectMemory.aligned(DirectMemory.tryAllocate(4096, 3 * 4096));
        assertThat(memory.capacity()).isEqualTo(3 * 4096);
        assertThat(memory.alignmentOffset(0, 4096)).isZero();
    }

    @Test
    void leavesAnEighthToCassandra() {
        ByteBuffer all = DirectMemory.tryAllocate(4096, (int) AVAILABLE_BYTES);
        // The sockets of this JVM allocate some direct memory too.
        assertThat(SpentMemory.usedBytes()).isBetween(AVAILABLE_BYTES - SLACK_BYTES, AVAILABLE_BYTES + SLACK_BYTES);
        assertThat(DirectMemory.tryAllocate(SLACK_BYTES, 2 * SLACK_BYTES)).isNull();
        assertThat(all.capacity()).isGreaterThan((int) AVAILABLE_BYTES / 3);
    }

    @Test
    void allocatesLessThanTheMaximumIfLessIsLeft() {
        int wantedBytes = ((int) (AVAILABLE_BYTES - SpentMemory.usedBytes()) - 2 * SLACK_BYTES) & -4096;
        ByteBuffer most = DirectMemory.tryAllocate(wantedBytes, wantedBytes);
        ByteBuffer rest = DirectMemory.aligned(DirectMemory.tryAllocate(4096, 16 * SLACK_BYTES));
        // Other threads of this JVM may have released their buffers since the measurement.
        assertThat(rest.capacity()).isBetween(SLACK_BYTES, 4 * SLACK_BYTES);
        assertThat(most.capacity()).isGreaterThanOrEqualTo(wantedBytes);
    }
}
