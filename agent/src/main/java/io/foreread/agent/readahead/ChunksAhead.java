package io.foreread.agent.readahead;

import java.nio.ByteBuffer;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Decodes the next chunks of a scan on another thread while the scan uses the current ones. Only the scan's thread can use
 * it.
 *
 * <pre>
 *   scan            | batch 1 | batch 2 | batch 3 |
 *   other thread    | batch 2 | batch 3 | ...
 * </pre>
 *
 * <p>While it is {@link #running}, no other code can use the source.
 */
public final class ChunksAhead {
    private final BooleanSupplier mayContinue;
    private ChunkBatch current;
    private ChunkBatch next;
    private boolean running;

    /**
     * @param dataBytes uncompressed size of the file
     * @param chunkBytes size of each chunk except the last
     * @param one memory for the chunks of a batch, chunkBytes each. The caller owns it and must not release it
     *     before {@link #stop}
     * @param other memory for the chunks of the other batch, under the same conditions
     * @param mayContinue whether to start another batch; called before each batch except the first
     */
    public ChunksAhead(
            ChunkSource source,
            long dataBytes,
            int chunkBytes,
            ByteBuffer[] one,
            ByteBuffer[] other,
            BooleanSupplier mayContinue) {
        this(source, AheadThreads::run, dataBytes, chunkBytes, one, other, mayContinue);
    }

    ChunksAhead(
            ChunkSource source,
            Predicate<Runnable> threads,
            long dataBytes,
            int chunkBytes,
            ByteBuffer[] one,
            ByteBuffer[] other,
            BooleanSupplier mayContinue) {
        this.mayContinue = mayContinue;
        current = new ChunkBatch(source, threads, dataBytes, chunkBytes, one);
        next = new ChunkBatch(source, threads, dataBytes, chunkBytes, other);
    }

    /** @param position the position of the next chunk of the scan */
    public void start(long position) {
        running = next.start(position);
    }

    /** Stops, and sets the position at and beyond which no chunk is decoded. */
    public void limit(long position) {
        stop();
        current.limit(position);
        next.limit(position);
    }

    public boolean running() {
        return running;
    }

    /**
     * @return the whole chunk, valid until the next call; null if it is not decoded, in which case no batch is
     *     running any more
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
        if (done.isWhole() && mayContinue.getAsBoolean()) next.start(done.endPosition());
        return done.chunk(position);
    }

    /** Waits until no thread uses the source or the memory. */
    public void stop() {
        running = false;
        next.cancel();
    }
}
