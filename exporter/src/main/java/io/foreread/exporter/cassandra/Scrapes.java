package io.foreread.exporter.cassandra;

/**
 * Numbers the scrapes. Concurrent scrapes share a number and the values read under this number, unless the first of
 * these scrapes began more than a second ago. Thread-safe.
 */
final class Scrapes {
    private static final long SHARED_NANOS = 1_000_000_000L;

    private final Runnable beforeReading;
    private long number;
    private int running;
    private long begunNanos;

    /** @param beforeReading run once per number before values are read; concurrent scrapes wait for it */
    Scrapes(Runnable beforeReading) {
        this.beforeReading = beforeReading;
    }

    /** Returns the number of the scrape. Each call must be followed by a call of {@link #end}. */
    synchronized long begin() {
        long now = System.nanoTime();
        if (running == 0 || now - begunNanos > SHARED_NANOS) {
            number++;
            begunNanos = now;
            beforeReading.run();
        }
        running++;
        return number;
    }

    synchronized void end() {
        running--;
    }
}
