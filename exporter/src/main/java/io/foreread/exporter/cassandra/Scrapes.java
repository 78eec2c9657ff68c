package io.foreread.exporter.cassandra;

import java.util.function.LongSupplier;

/**
 * Numbers the scrapes. Concurrent scrapes share a number and the values read under this number, unless the first of
 * these scrapes began more than a second ago. Thread-safe.
 */
final class Scrapes {
    private static final long SHARED_NANOS = 1_000_000_000L;

    private final LongSupplier nanoTime;
    private long number;
    private int running;
    private long begunNanos;

    Scrapes(LongSupplier nanoTime) {
        this.nanoTime = nanoTime;
    }

    /** Returns the number of the scrape. Each call must be followed by a call of {@link #end}. */
    synchronized long begin() {
        long now = nanoTime.getAsLong();
        if (running == 0 || now - begunNanos > SHARED_NANOS) {
            number++;
            begunNanos = now;
        }
        running++;
        return number;
    }

    synchronized void end() {
        running--;
    }
}
