package io.foreread.agent.readahead;

import java.lang.management.BufferPoolMXBean;
import java.lang.management.ManagementFactory;
import java.util.concurrent.locks.LockSupport;

/** Triggers garbage collections, because direct memory that a test has released is in use until a collection. */
final class SpentMemory {
    private static final long ACCEPTED_BYTES = 64 << 20;
    private static final int MAX_TRIES = 200;

    private static final BufferPoolMXBean DIRECT = ManagementFactory.getPlatformMXBeans(BufferPoolMXBean.class).stream()
            .filter(pool -> pool.getName().equals("direct"))
            .findFirst()
            .orElseThrow();

    private SpentMemory() {}

    static void collect() {
        for (int i = 0; i < MAX_TRIES && usedBytes() > ACCEPTED_BYTES; i++) {
            System.gc();
            LockSupport.parkNanos(10_000_000);
        }
    }

    static long usedBytes() {
        return DIRECT.getMemoryUsed();
    }
}
