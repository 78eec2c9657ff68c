package io.foreread.exporter.cassandra;

/**
 * Numbers scrapes. Those that run at the same time share a number, and with it what each has read; but none joins one
 * that began long ago. Thread-safe.
 */
final class Scrapes {
    private static final long SHARED_NANOS = 1_000_000_000L;

    private final Runnable beforeReading;
    private long number;
    private int running;
    private long begunNanos;

    /** @param beforeReading run before the first of those that share a number reads; the others wait for it */
    Scrapes(Runnable beforeReading) {
        this.beforeReading = beforeReading;
    }

    /** Each call is followed by one of {@link #end}. */
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
