package io.foreread.exporter.http;

/** The objects that all scrapes of one server use, and the timeout of a scrape. Immutable. */
final class ScrapeContext {
    final RequestCounts counts;
    final RenderingMemory memory;
    /** Maximum time to wait for a rendering that another thread writes. */
    final long timeoutNanos;

    ScrapeContext(RequestCounts counts, RenderingMemory memory, long timeoutNanos) {
        this.counts = counts;
        this.memory = memory;
        this.timeoutNanos = timeoutNanos;
    }

    /** Returns a context with this timeout, or with the present one if that is shorter. */
    ScrapeContext within(long maxTimeoutNanos) {
        return new ScrapeContext(counts, memory, Math.min(timeoutNanos, maxTimeoutNanos));
    }
}
