package io.foreread.exporter.http;

/** The objects and limits that all scrapes of one server use. Immutable. */
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
}
