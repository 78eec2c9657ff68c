package io.foreread.exporter.cassandra;

import java.util.concurrent.TimeUnit;

/**
 * Yields the CPU during a scrape, which runs for tens of milliseconds. Without these yields, a thread that executes a
 * request of Cassandra could wait some milliseconds until the scrape's time slice ends. One instance per part of a
 * scrape; not thread-safe.
 */
public final class CpuYield {
    private static final long WORK_NANOS = TimeUnit.MICROSECONDS.toNanos(25);
    /**
     * Limits the delay of a scrape on a busy machine, where the scrape waits after each yield while other threads run.
     */
    private static final long MAX_WAIT_NANOS = TimeUnit.MILLISECONDS.toNanos(150);

    private long sinceNanos = System.nanoTime();
    private long waitedNanos;

    /** Yields if enough time has passed since the last yield. Must be called without a lock held. */
    @SuppressWarnings("ThreadPriorityCheck") // only a hint: correctness does not depend on it
    public void yieldIfDue() {
        long beforeNanos = System.nanoTime();
        if (beforeNanos - sinceNanos < WORK_NANOS || waitedNanos > MAX_WAIT_NANOS) return;
        Thread.yield();
        sinceNanos = System.nanoTime();
        waitedNanos += sinceNanos - beforeNanos;
    }
}
