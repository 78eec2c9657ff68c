package io.foreread.agent.reader;

import io.foreread.agent.probe.ProbeFailures;
import io.foreread.agent.readahead.Allocation;
import io.foreread.agent.readahead.BlockPool;
import io.foreread.agent.readahead.BlockUnavailableException;
import io.foreread.agent.readahead.ChunksAhead;
import io.foreread.agent.readahead.FillSize;
import io.foreread.agent.readahead.ReadAhead;
import io.foreread.exporter.recorder.Recorders;
import java.nio.ByteBuffer;
import org.apache.cassandra.io.compress.CompressionMetadata;
import org.jspecify.annotations.Nullable;

/**
 * Decides when another thread decodes the next chunks of a scan, and owns their memory. Only the scan's thread can use it.
 *
 * <p>A failure here does not fail the scan, which then decodes its chunks itself.
 */
final class ScanAhead {
    private final ChunkDecoder decoder;
    private final CompressionMetadata metadata;
    private final BlockPool pool;
    private final FillSize fillSize;
    private final BlockLayout layout;

    /** The uncompressed position at and beyond which no chunk is decoded ahead. */
    private long end;
    /** Null until it is needed, and while there is no memory for it. */
    private @Nullable ChunksAhead chunks;

    private @Nullable Allocation memory;
    private boolean failed;
    private boolean refusalCounted;
    private int chunksUntilRetry;

    ScanAhead(ChunkDecoder decoder, CompressionMetadata metadata, BlockPool pool, FillSize fillSize) {
        this.decoder = decoder;
        this.metadata = metadata;
        this.pool = pool;
        this.fillSize = fillSize;
        this.layout = decoder.layout();
        this.end = metadata.dataLength;
    }

    /** Waits until no other thread uses the decoder. After that, nothing is decoded at or beyond this position. */
    void limit(long position) {
        end = position;
        if (chunks != null) chunks.limit(end);
    }

    /** @return the chunk, valid until the next call; null if the scan's thread has to decode it */
    @Nullable
    ByteBuffer take(long chunkPosition) {
        return chunks != null && chunks.running() ? chunks.take(chunkPosition) : null;
    }

    /** Called for a chunk that follows the previous one, and that the scan's thread had to decode. */
    void startBehind(long chunkPosition) {
        if (failed) return;
        if (chunksUntilRetry > 0) {
            chunksUntilRetry--;
            return;
        }
        // Checked last, because a scan that gets a spare core counts as using it.
        if (!mayDecompressAhead()) return;
        try {
            if (chunks == null) chunks = allocate();
            chunks.start(chunkPosition + metadata.chunkLength());
        } catch (BlockUnavailableException e) {
            if (!refusalCounted) Recorders.SCANS.aheadRefused();
            refusalCounted = true;
            chunksUntilRetry = ReadAheadRebufferer.CHUNKS_UNTIL_RETRY;
            return;
        } catch (RuntimeException | LinkageError | OutOfMemoryError e) {
            ProbeFailures.count(e);
            failed = true;
            return;
        }
        chunksUntilRetry = chunks.running() ? 0 : ReadAheadRebufferer.CHUNKS_UNTIL_RETRY;
    }

    /**
     * Called before each batch. With direct I/O the kernel reads nothing in advance, so the other thread is used even
     * if decompression is fast.
     */
    private boolean mayDecompressAhead() {
        ReadAhead readAhead = ReadAhead.instance();
        return fillSize.mayDecompressAhead()
                && readAhead.enabled()
                && (decoder.isDirect() || readAhead.decompressesAhead(decoder.rate()));
    }

    private ChunksAhead allocate() throws BlockUnavailableException {
        memory = pool.acquire(layout.aheadBytes(), BlockPool.Use.AHEAD);
        return new ChunksAhead(
                decoder,
                end,
                metadata.chunkLength(),
                layout.batch(memory.memory(), 0),
                layout.batch(memory.memory(), 1),
                this::mayDecompressAhead);
    }

    /** Waits until no other thread uses the decoder or the memory. */
    void close() {
        if (chunks != null) chunks.stop();
        if (memory != null) pool.release(memory);
        chunks = null;
        memory = null;
    }
}
