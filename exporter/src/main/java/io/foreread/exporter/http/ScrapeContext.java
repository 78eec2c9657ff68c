package io.foreread.exporter.http;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.OutputStream;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/** The objects that all scrapes of one server use, and the timeout of a scrape. Immutable. */
final class ScrapeContext {
    private static final long MAX_WAIT_SECONDS = 5;

    final RequestCounts counts;
    final RenderingMemory memory;
    /** Limits how many renderings of all expositions run at a time. More of them would only need more memory. */
    private final Semaphore renderings;
    /** Maximum time to wait for a rendering that another thread writes. */
    final long timeoutNanos;

    ScrapeContext(RequestCounts counts, RenderingMemory memory, long timeoutNanos) {
        this(counts, memory, new Semaphore(maxRenderings(), true), timeoutNanos);
    }

    private ScrapeContext(RequestCounts counts, RenderingMemory memory, Semaphore renderings, long timeoutNanos) {
        this.counts = counts;
        this.memory = memory;
        this.renderings = renderings;
        this.timeoutNanos = timeoutNanos;
    }

    /**
     * Writes a rendering. Waits while too many others are being written.
     *
     * @throws IOException if this takes too long, or the rendering is too large
     */
    long write(Renderings.Writer writer, OutputStream out) throws IOException {
        try {
            if (!renderings.tryAcquire(MAX_WAIT_SECONDS, TimeUnit.SECONDS)) throw new IOException(Renderings.TOO_MANY);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException(Renderings.TOO_MANY);
        }
        try {
            return writer.write(out);
        } finally {
            renderings.release();
        }
    }

    private static int maxRenderings() {
        return Math.max(4, 2 * Runtime.getRuntime().availableProcessors());
    }

    /** Returns a context with this timeout, or with the present one if that is shorter. */
    ScrapeContext within(long maxTimeoutNanos) {
        return new ScrapeContext(counts, memory, renderings, Math.min(timeoutNanos, maxTimeoutNanos));
    }
}
