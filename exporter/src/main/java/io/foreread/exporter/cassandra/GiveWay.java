package io.foreread.exporter.cassandra;

import java.util.concurrent.TimeUnit;

/**
 * Lets threads that wait for a core go before a scrape, which works for tens of milliseconds on end: the scheduler
 * would let a request wait for the rest of the scrape's time slice, some milliseconds. One for each part of a scrape; not
 * thread-safe.
 */
public final class GiveWay {
    private static final long WORK_NANOS = TimeUnit.MICROSECONDS.toNanos(25);
    /** On a full machine each turn given away costs others' slices: the scrape must still come in time. */
    private static final long MAX_WAITED_NANOS = TimeUnit.MILLISECONDS.toNanos(150);

    private long sinceNanos = System.nanoTime();
    private long waitedNanos;

    /** Called between two pieces of work, with no lock held. */
    @SuppressWarnings("ThreadPriorityCheck") // A hint is all it is: nothing depends on who runs next.
    public void now() {
        long beforeNanos = System.nanoTime();
        if (beforeNanos - sinceNanos < WORK_NANOS || waitedNanos > MAX_WAITED_NANOS) return;
        Thread.yield();
        sinceNanos = System.nanoTime();
        waitedNanos += sinceNanos - beforeNanos;
    }
}
