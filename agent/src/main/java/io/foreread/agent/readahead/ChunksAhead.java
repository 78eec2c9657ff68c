package io.foreread.agent.readahead;

import java.nio.ByteBuffer;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The chunks that a scan will come to, decoded by another thread while it works on those it has. For the scan's thread
 * only.
 *
 * <pre>
 *   scan            | batch 1 | batch 2 | batch 3 |
 *   other thread    | batch 2 | batch 3 | ...
 * </pre>
 *
 * <p>While it is {@link #running} the source belongs to it.
 */
public final class ChunksAhead {
    private final BooleanSupplier goesOn;
    private ChunkBatch current;
    private ChunkBatch next;
    private boolean running;

    /**
     * @param dataBytes of the file, uncompressed
     * @param chunkBytes of each chunk but the last
     * @param one memory for the chunks of a batch, each of chunkBytes; the caller's, who must not take it back before
     *     {@link #stop}
     * @param other as many
     * @param goesOn asked before each batch but the first
     */
    public ChunksAhead(
            ChunkSource source,
            long dataBytes,
            int chunkBytes,
            ByteBuffer[] one,
            ByteBuffer[] other,
            BooleanSupplier goesOn) {
        this(source, AheadThreads::run, dataBytes, chunkBytes, one, other, goesOn);
    }

    ChunksAhead(
            ChunkSource source,
            Predicate<Runnable> threads,
            long dataBytes,
            int chunkBytes,
            ByteBuffer[] one,
            ByteBuffer[] other,
            BooleanSupplier goesOn) {
        this.goesOn = goesOn;
        current = new ChunkBatch(source, threads, dataBytes, chunkBytes, one);
        next = new ChunkBatch(source, threads, dataBytes, chunkBytes, other);
    }

    /** @param position of the chunk that the scan will want next */
    public void start(long position) {
        running = next.start(position);
    }

    /** Stops, and decodes no chunk at or beyond this position from now on. */
    public void limit(long position) {
        stop();
        current.limit(position);
        next.limit(position);
    }

    public boolean running() {
        return running;
    }

    /**
     * @return the chunk from its first byte to its last, until the next call; null if it is not among those that are
     *     decoded: then nothing is running any more
     */
    public @Nullable ByteBuffer take(long position) {
        ByteBuffer chunk = current.chunk(position);
        if (chunk == null && next.covers(position)) chunk = loadBatch(position);
        if (chunk == null) stop();
        return chunk;
    }

    private @Nullable ByteBuffer loadBatch(long position) {
        next.finish();
        ChunkBatch done = next;
        next = current;
        current = done;
        if (done.isWhole() && goesOn.getAsBoolean()) next.start(done.endPosition());
        return done.chunk(position);
    }

    /** Returns when nobody uses the source or the memory any more. */
    public void stop() {
        running = false;
        next.cancel();
    }
}
