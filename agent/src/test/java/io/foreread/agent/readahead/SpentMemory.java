package io.foreread.agent.readahead;

import java.lang.management.BufferPoolMXBean;
import java.lang.management.ManagementFactory;
import java.util.concurrent.locks.LockSupport;

/** Waits for direct memory that a test has released, because it is not free before the next garbage collection. */
final class SpentMemory {
    private static final long MUCH_BYTES = 64 << 20;
    private static final int MAX_TRIES = 200;

    private static final BufferPoolMXBean DIRECT = ManagementFactory.getPlatformMXBeans(BufferPoolMXBean.class).stream()
            .filter(pool -> pool.getName().equals("direct"))
            .findFirst()
            .orElseThrow();

    private SpentMemory() {}

    static void collect() {
        for (int i = 0; i < MAX_TRIES && usedBytes() > MUCH_BYTES; i++) {
            System.gc();
            LockSupport.parkNanos(10_000_000);
        }
    }

    static long usedBytes() {
        return DIRECT.getMemoryUsed();
    }
}
