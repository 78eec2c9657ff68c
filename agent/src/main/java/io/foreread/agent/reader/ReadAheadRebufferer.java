package io.foreread.agent.reader;

import io.foreread.agent.readahead.Allocation;
import io.foreread.agent.readahead.BlockPool;
import io.foreread.agent.readahead.BlockUnavailableException;
import io.foreread.agent.readahead.FillSize;
import io.foreread.agent.readahead.ReadAhead;
import io.foreread.agent.reader.shape.ChunkFormat;
import io.foreread.exporter.recorder.Recorders;
import io.foreread.exporter.recorder.ScanRecorder.Pattern;
import io.foreread.exporter.recorder.ScanRecorder.Reader;
import io.foreread.exporter.recorder.ScanRecorder.Reason;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedByInterruptException;
import java.util.Objects;
import java.util.function.Supplier;
import org.apache.cassandra.io.FSError;
import org.apache.cassandra.io.FSReadError;
import org.apache.cassandra.io.compress.CompressionMetadata;
import org.apache.cassandra.io.util.ChannelProxy;
import org.apache.cassandra.io.util.CompressedChunkReader;
import org.apache.cassandra.io.util.RandomAccessReader;
import org.apache.cassandra.io.util.Rebufferer;
import org.apache.cassandra.io.util.RebuffererFactory;
import org.apache.cassandra.io.util.ScanReader;
import org.jspecify.annotations.Nullable;

/**
 * Supplies the uncompressed chunks of one scan from read-ahead blocks instead of one read or page fault per chunk.
 *
 * <p>Not thread-safe, like every rebufferer that is made per reader. What it returns and what it throws is {@link
 * ChunkDecoder}'s. It allocates memory at the first read and releases it in {@link #closeReader}. While there is none, and
 * after an interrupt, the stock reader serves; the scan returns to read-ahead when memory is available.
 *
 * <p>A scan of everything has its next chunks decoded by another thread ({@link ScanAhead}) where that is configured.
 */
final class ReadAheadRebufferer implements Rebufferer, Rebufferer.BufferHolder {
    /** How many chunks are served without what the scan could not get, before it tries again. */
    static final int CHUNKS_UNTIL_RETRY = 32;

    private final RebuffererFactory factory;
    private final ChannelProxy channel;
    private final CompressionMetadata metadata;
    private final ChunkFormat format;
    private final BlockLayout fullLayout;
    private final BlockPool pool;
    private final FillSize fillSize;
    private final Reader replaced;
    private final StockReader stock;

    /** Whether the pool reserves a share for this scan. */
    private boolean pending;
    /** Whether it is known which reader served the first read. */
    private boolean counted;
    /** Uncompressed; nothing is read ahead beyond it. */
    private long aheadEnd;
    /** The position after each range that the scan will read; empty if there is one, or if they are not known. */
    private long[] rangeEnds = {};

    /** Null before the first read, and while the stock reader serves. */
    private @Nullable Allocation block;

    private BlockLayout layout;
    private @Nullable ChunkDecoder decoder;
    private @Nullable ScanAhead ahead;
    /** Where this scan's own thread decodes to. */
    private @Nullable ByteBuffer own;

    /** The chunk that is served. */
    private @Nullable ByteBuffer uncompressed;
    /** Bytes of that chunk, because the buffer's user may have moved its limit; 0 if no chunk is served. */
    private int uncompressedBytes;

    private long offset;
    private int chunksUntilGrowth;

    private boolean closed;

    /**
     * @param layout with the block of a full read
     * @param replaced which reader the scan would have had, for the counters
     * @param stockReader opens that reader
     */
    ReadAheadRebufferer(
            RebuffererFactory factory,
            CompressionMetadata metadata,
            BlockLayout layout,
            BlockPool pool,
            FillSize fillSize,
            Reader replaced,
            Supplier<RandomAccessReader> stockReader) {
        this.factory = factory;
        this.channel = factory.channel();
        this.metadata = metadata;
        this.format = ChunkFormat.of(metadata);
        this.fullLayout = layout;
        this.layout = layout;
        this.pool = pool;
        this.fillSize = fillSize;
        this.replaced = replaced;
        this.stock = new StockReader(stockReader, CHUNKS_UNTIL_RETRY);
        this.aheadEnd = metadata.dataLength;
        this.pending = fillSize.readsToEnd();
        if (pending) pool.registerPendingScan();
    }

    @Override
    public BufferHolder rebuffer(long position) {
        if (closed) throw new IllegalStateException("read after close: " + this);
        long chunkPosition = position & -(long) metadata.chunkLength();
        if (stock.serves() && !returnsFromStock(chunkPosition)) return stock.rebuffer(position);
        if (block == null) beginOrFallBack();
        if (!stock.serves() && (chunkPosition != offset || uncompressedBytes == 0)) loadChunk(chunkPosition);
        if (stock.serves()) return stock.rebuffer(position);
        Objects.requireNonNull(uncompressed).position(0).limit(uncompressedBytes);
        return this;
    }

    private void beginOrFallBack() {
        try {
            if (!stockReadsChannel() && Thread.currentThread().isInterrupted()) stock.open(Reason.INTERRUPTED);
            else begin();
        } catch (BlockUnavailableException e) {
            stock.open(ReadAheadReaders.reason(e));
        } catch (RuntimeException | LinkageError e) {
            ReadAheadReaders.logSurprise(channel.filePath(), e);
            stock.open(Reason.SURPRISE);
        }
        if (!counted) Recorders.SCANS.opened(stock.serves() ? replaced : Reader.FOREREAD, pattern());
        counted = true;
    }

    private Pattern pattern() {
        return fillSize.isFull() ? Pattern.FULL : Pattern.RAMP;
    }

    private void begin() throws BlockUnavailableException {
        try {
            if (fillSize.isFull()) {
                layout = fullLayout.within(pool::hasRoomForPendingScans);
                block = pool.acquire(layout.capacityBytes, BlockPool.Use.SCAN);
            } else {
                layout = fullLayout.smallest();
                block = pool.acquire(layout.capacityBytes, BlockPool.Use.RANGE_READ);
            }
        } finally {
            // Not before: the memory of this scan must not be shared among the other pending ones meanwhile.
            unregisterPending();
        }
        try {
            openDecoder(block);
        } catch (RuntimeException | Error e) {
            releaseAll();
            throw e;
        }
    }

    private void openDecoder(Allocation block) {
        own = layout.uncompressed(block.memory());
        uncompressed = own;
        ScanFile file = ScanFile.open(
                channel, stockReadsChannel(), fillSize.readsToEnd(), metadata.compressedFileLength, layout.blockBytes);
        try {
            if (!stockReadsChannel() && !file.hasOwnChannel())
                throw new IllegalStateException("no channel of its own for a scan of a mapped file");
            decoder = new ChunkDecoder(factory, file, metadata, format, layout, block.memory(), fillSize);
        } finally {
            if (decoder == null) file.close();
        }
        ahead = new ScanAhead(decoder, metadata, pool, fillSize);
        if (aheadEnd > 0 && aheadEnd < metadata.dataLength) readUntil(aheadEnd);
    }

    private void unregisterPending() {
        if (pending) pool.unregisterPendingScan();
        pending = false;
    }

    /** As opposed to memory that is mapped. */
    private boolean stockReadsChannel() {
        return factory instanceof CompressedChunkReader.Standard;
    }

    /**
     * @return whether the scan reads ahead again, has its chunk and has closed the stock reader. Otherwise the stock reader
     *     serves the chunk, or fails as it does without us.
     */
    private boolean returnsFromStock(long chunkPosition) {
        if (!stock.isRetryDue()
                || !ReadAhead.instance().enabled()
                || Thread.currentThread().isInterrupted()) return false;
        boolean returns = false;
        try {
            begin();
            decodeOrTake(chunkPosition);
            returns = true;
        } catch (BlockUnavailableException | RuntimeException | LinkageError | FSError e) {
            return false;
        } finally {
            if (!returns) releaseAll();
        }
        stock.close();
        Recorders.SCANS.resumed();
        return true;
    }

    private void loadChunk(long chunkPosition) {
        try {
            decodeOrTake(chunkPosition);
        } catch (Error e) {
            // A read that fails is an FSReadError, and 5.0.0 to 5.0.3 do not close the key cursor that meets one.
            releaseAll();
            // A mapped file can be read by an interrupted thread.
            boolean interrupted = e instanceof FSReadError && e.getCause() instanceof ClosedByInterruptException;
            if (!interrupted || stockReadsChannel()) throw e;
            stock.open(Reason.INTERRUPTED);
        }
    }

    private void decodeOrTake(long chunkPosition) {
        if (rangeEnds.length > 0 && chunkPosition >= aheadEnd) readUntil(endOfRange(chunkPosition));
        boolean continues = chunkPosition == offset + metadata.chunkLength();
        // If this throws, the previous chunk must not be served again.
        Objects.requireNonNull(uncompressed).position(0).limit(0);
        uncompressedBytes = 0;
        offset = chunkPosition;
        ScanAhead ahead = Objects.requireNonNull(this.ahead);
        ByteBuffer chunk = ahead.take(chunkPosition);
        if (chunk == null) {
            ChunkDecoder decoder = Objects.requireNonNull(this.decoder);
            if (fillSize.outgrows(layout.blockBytes)) grow(decoder);
            chunk = Objects.requireNonNull(own);
            decoder.decode(chunkPosition, chunk);
            if (continues) ahead.startBehind(chunkPosition);
        }
        uncompressed = chunk;
        uncompressedBytes = chunk.limit();
        Recorders.SCANS.served();
    }

    /** A range read that goes straight on gets a full block, or keeps its small one while there is no memory. */
    private void grow(ChunkDecoder decoder) {
        if (layout.blockBytes >= fullLayout.blockBytes || --chunksUntilGrowth > 0) return;
        Allocation larger;
        try {
            larger = pool.acquire(fullLayout.capacityBytes, BlockPool.Use.RANGE_READ);
        } catch (BlockUnavailableException e) {
            chunksUntilGrowth = CHUNKS_UNTIL_RETRY;
            return;
        }
        layout = fullLayout;
        decoder.moveTo(layout, larger.memory());
        pool.release(Objects.requireNonNull(block));
        block = larger;
        own = layout.uncompressed(block.memory());
    }

    /** @see ScanReader#readRanges */
    void readRanges(long @Nullable [] ends) {
        if (ends == null || ends.length == 0) return;
        rangeEnds = ends;
        // Until the first read says which range the scan is in.
        aheadEnd = 0;
    }

    private long endOfRange(long position) {
        for (long end : rangeEnds) if (end > position) return end;
        return metadata.dataLength;
    }

    /** @see ScanReader#readUntil */
    void readUntil(long position) {
        aheadEnd = Math.min(position, metadata.dataLength);
        if (decoder == null || ahead == null) return;
        // First, because another thread may be using the decoder.
        ahead.limit(aheadEnd);
        decoder.limit(aheadEnd);
    }

    @Override
    public @Nullable ByteBuffer buffer() {
        return uncompressed;
    }

    @Override
    public long offset() {
        return offset;
    }

    @Override
    public void release() {
        // The buffer is this scan's until closeReader.
    }

    @Override
    public void closeReader() {
        closed = true;
        unregisterPending();
        stock.close();
        releaseAll();
    }

    private void releaseAll() {
        if (block == null) return;
        // First, because another thread may be writing to the memory.
        if (ahead != null) ahead.close();
        if (decoder != null) decoder.close();
        pool.release(block);
        block = null;
        ahead = null;
        decoder = null;
        own = null;
        uncompressed = null;
        uncompressedBytes = 0;
    }

    /** Called for readers that own their channel; this one borrows its sstable's. */
    @Override
    public void close() {
        closeReader();
    }

    @Override
    public ChannelProxy channel() {
        return channel;
    }

    @Override
    public long fileLength() {
        return metadata.dataLength;
    }

    @Override
    public double getCrcCheckChance() {
        return factory.getCrcCheckChance();
    }

    @Override
    public String toString() {
        return "ReadAheadRebufferer(" + channel.filePath() + " - "
                + metadata.compressor().getClass().getSimpleName() + ", chunk length " + metadata.chunkLength()
                + ", data length " + metadata.dataLength + ")";
    }
}
