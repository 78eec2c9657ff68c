package io.foreread.exporter.http;

import io.foreread.exporter.catalog.OwnMetrics;
import io.foreread.exporter.source.MetricSink;
import io.foreread.exporter.source.MetricSource;
import java.io.IOException;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;

/**
 * Limits the memory of all renderings of a server. If a new rendering would exceed the limit, the oldest complete
 * renderings are discarded, because only slow clients still read them. Thread-safe.
 */
final class RenderingMemory implements MetricSource {
    /** The minimum of the limit. The limit applies to compressed text, about a tenth of the uncompressed text. */
    private static final long MIN_LIMIT_BYTES = 16 << 20;

    private static final int SHARE_OF_HEAP = 64;

    private final long limitBytes;
    /** Guarded by this, as are the following fields. */
    private final Map<Rendering, Long> bytes = new HashMap<>();

    private final Set<Rendering> complete = new LinkedHashSet<>();
    private long keptBytes;

    RenderingMemory(long limitBytes) {
        this.limitBytes = limitBytes;
    }

    static RenderingMemory ofThisJvm() {
        return new RenderingMemory(
                Math.max(MIN_LIMIT_BYTES, Runtime.getRuntime().maxMemory() / SHARE_OF_HEAP));
    }

    /** @throws ExceededException if the renderings that are still being written exceed the limit */
    synchronized void allocate(Rendering rendering, int count) throws ExceededException {
        for (Iterator<Rendering> oldest = complete.iterator(); keptBytes + count > limitBytes && oldest.hasNext(); ) {
            Rendering discarded = oldest.next();
            oldest.remove();
            discarded.discard();
            forget(discarded);
        }
        if (keptBytes + count > limitBytes)
            throw new ExceededException(limitBytes, keptBytes == bytes.getOrDefault(rendering, 0L));
        bytes.merge(rendering, (long) count, Long::sum);
        keptBytes += count;
    }

    synchronized void completed(Rendering rendering) {
        complete.add(rendering);
    }

    synchronized void release(Rendering rendering) {
        complete.remove(rendering);
        forget(rendering);
    }

    private void forget(Rendering rendering) {
        Long held = bytes.remove(rendering);
        if (held != null) keptBytes -= held;
    }

    synchronized long keptBytes() {
        return keptBytes;
    }

    @Override
    public String name() {
        return "renderings";
    }

    @Override
    public void collect(MetricSink sink) {
        sink.sample(OwnMetrics.HTTP_RENDERING_BYTES, keptBytes());
    }

    /** The client was too slow: newer renderings needed the memory. */
    static final class DiscardedException extends IOException {
        private static final long serialVersionUID = 1L;

        DiscardedException() {
            super("closed: the client is too slow");
        }
    }

    /** The renderings that are being written need more memory than the limit. */
    static final class ExceededException extends IOException {
        private static final long serialVersionUID = 1L;

        /** @param single whether a single rendering needs more than the limit */
        ExceededException(long limitBytes, boolean single) {
            super(
                    single
                            ? "metrics larger than " + (limitBytes >> 20)
                                    + " MiB compressed: export fewer metrics or increase the heap"
                            : "the responses to all scrapes that run now are larger than " + (limitBytes >> 20)
                                    + " MiB compressed: retry later or increase the heap");
        }
    }
}
