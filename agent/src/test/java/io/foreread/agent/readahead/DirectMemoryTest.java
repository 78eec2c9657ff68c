package io.foreread.agent.readahead;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.management.BufferPoolMXBean;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class DirectMemoryTest {
    /** The build gives these tests 256 MiB of direct memory; an eighth of it is Cassandra's. */
    private static final long OURS_BYTES = (256 - 32) << 20;

    private static final BufferPoolMXBean POOL = ManagementFactory.getPlatformMXBeans(BufferPoolMXBean.class).stream()
            .filter(pool -> pool.getName().equals("direct"))
            .findFirst()
            .orElseThrow();

    @BeforeEach
    void collectWhatOtherTestsHaveLeft() {
        for (int i = 0; i < 200 && POOL.getMemoryUsed() > OURS_BYTES / 2; i++) {
            System.gc();
            LockSupport.parkNanos(10_000_000);
        }
    }

    @Test
    void leavesAnEighthToCassandra() {
        // Sockets of whoever runs the tests take some too.
        int slackBytes = 64 << 10;
        ByteBuffer ours = DirectMemory.tryAllocate((int) (OURS_BYTES - POOL.getMemoryUsed()) - slackBytes);
        assertThat(ours.isDirect()).isTrue();
        assertThat(DirectMemory.tryAllocate(2 * slackBytes)).isNull();
        assertThat(DirectMemory.tryAllocate(slackBytes / 16).capacity()).isEqualTo(slackBytes / 16);
        assertThat(ours.capacity()).isGreaterThan((int) OURS_BYTES / 3);
    }
}
