package io.foreread.agent.readahead;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class DirectMemoryTest {
    /** The build gives these tests 256 MiB of direct memory; an eighth of it is Cassandra's. */
    private static final long OURS_BYTES = (256 - 32) << 20;

    @BeforeEach
    @AfterEach
    void collectSpentMemory() {
        SpentMemory.collect();
    }

    @Test
    void alignsMemoryToWholePagesOfAtLeastTheSizeThatWasAskedFor() {
        ByteBuffer memory = DirectMemory.aligned(DirectMemory.tryAllocate(3 * 4096));
        assertThat(memory.capacity()).isEqualTo(3 * 4096);
        assertThat(memory.alignmentOffset(0, 4096)).isZero();
    }

    @Test
    void leavesAnEighthToCassandra() {
        // Sockets of whoever runs the tests take some too.
        int slackBytes = 64 << 10;
        ByteBuffer ours = DirectMemory.tryAllocate(((int) (OURS_BYTES - SpentMemory.usedBytes()) - slackBytes) & -4096);
        assertThat(ours.isDirect()).isTrue();
        assertThat(DirectMemory.tryAllocate(2 * slackBytes)).isNull();
        assertThat(DirectMemory.tryAllocate(slackBytes / 16).capacity()).isGreaterThanOrEqualTo(slackBytes / 16);
        assertThat(ours.capacity()).isGreaterThan((int) OURS_BYTES / 3);
    }
}
