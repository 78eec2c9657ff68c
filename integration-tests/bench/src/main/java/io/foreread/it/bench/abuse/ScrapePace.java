package io.foreread.it.bench.abuse;

/**
 * Delays competing scrapes: they get their responses one at a time, at a fixed interval. A scrape that arrives when there
 * is no other is not delayed. Thread-safe.
 */
final class ScrapePace {
    private final long intervalNanos;
    /** Scrapes that have arrived and not left. Guarded by this, as is the time of the last response. */
    private int present;

    private long lastNanos;

    ScrapePace(long intervalNanos) {
        this.intervalNanos = intervalNanos;
    }

    /**
     * Adds a scrape, which must {@link #leave}.
     *
     * @param nowNanos the present {@link System#nanoTime}
     * @return the time until the scrape gets its response, in nanoseconds; 0 if it gets it now
     */
    synchronized long enter(long nowNanos) {
        boolean competes = present++ > 0;
        long earliestNanos = lastNanos + intervalNanos;
        lastNanos = competes && earliestNanos - nowNanos > 0 ? earliestNanos : nowNanos;
        return lastNanos - nowNanos;
    }

    /** Removes a scrape that has its response. */
    synchronized void leave() {
        present--;
    }
}
