package io.foreread.agent.reader;

import io.foreread.agent.readahead.BlockPool;
import io.foreread.agent.readahead.BlockUnavailableException;
import io.foreread.agent.readahead.FillSize;
import io.foreread.agent.readahead.OpenScans;
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
 * <p>Not thread-safe, like every rebufferer that is created per reader. Bytes and exceptions are those of {@link
 * ChunkDecoder}. It allocates memory at the first read and releases it in {@link #closeReader}. Without memory, and
 * after an interrupt, it uses the stock reader; the scan returns to read-ahead when memory is available.
 *
 * <p>If configured, another thread decodes the next chunks of a scan that reads to the end ({@link ScanAhead}).
 */
final class ReadAheadRebufferer implements Rebufferer, Rebufferer.BufferHolder {
    /** Number of chunks before a scan without memory, or without a thread, tries again. */
    static final int CHUNKS_UNTIL_RETRY = 32;

    private final RebuffererFactory factory;
    private final ChannelProxy channel;
    private final CompressionMetadata metadata;
    private final ChunkFormat format;
    private final BlockPool pool;
    private final ScanMemory memory;
    private final AheadLimit limit;
    private final FillSize fillSize;
    private final Reader replaced;
    private final StockReader stock;
    private final OpenScans.Registration registration;

    /** Whether the counters already have the reader that the first read of this scan used. */
    private boolean counted;

    private @Nullable ChunkDecoder decoder;
    private @Nullable ScanAhead ahead;

    /** The chunk that the caller reads. */
    private @Nullable ByteBuffer uncompressed;
    /** Bytes of that chunk, because the caller can have changed the limit of the buffer; 0 if there is no chunk. */
    private int uncompressedBytes;

    private long offset;
    private boolean closed;

    /**
     * @param layout has the block of a full read
     * @param replaced the reader that the scan would have had, for the counters
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
        this.pool = pool;
        this.memory = new ScanMemory(pool, layout, fillSize);
        this.limit = new AheadLimit(metadata.dataLength);
        this.fillSize = fillSize;
        this.replaced = replaced;
        this.stock = new StockReader(stockReader, CHUNKS_UNTIL_RETRY);
        this.registration = ReadAhead.instance().openScans().register(this, channel.filePath());
    }

    @Override
    public BufferHolder rebuffer(long position) {
        if (closed) throw new IllegalStateException("read after close: " + this);
        long chunkPosition = position & -(long) metadata.chunkLength();
        if (stock.serves() && !returnsFromStock(chunkPosition)) return stock.rebuffer(position);
        if (!memory.isAllocated()) beginOrFallBack();
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
            ReadAheadReaders.logUnexpected(channel.filePath(), e);
            stock.open(Reason.UNEXPECTED_ERROR);
        }
        if (!counted) Recorders.SCANS.opened(stock.serves() ? replaced : Reader.FOREREAD, pattern());
        counted = true;
    }

    private Pattern pattern() {
        return fillSize.isFull() ? Pattern.FULL : Pattern.RAMP;
    }

    private void begin() throws BlockUnavailableException {
        try {
            memory.allocate();
            openDecoder();
        } catch (RuntimeException | Error e) {
            releaseAll();
            throw e;
        }
    }

    private void openDecoder() {
        BlockLayout layout = memory.layout();
        uncompressed = memory.uncompressed();
        ScanFile file = ScanFile.open(
                channel, stockReadsChannel(), fillSize.readsToEnd(), metadata.compressedFileLength, layout.blockBytes);
        try {
            if (!stockReadsChannel() && !file.hasOwnChannel())
                throw new IllegalStateException("a scan of a mapped file could not open its own channel");
            decoder = new ChunkDecoder(factory, file, metadata, format, layout, memory.block(), fillSize);
        } finally {
            if (decoder == null) file.close();
        }
        ahead = new ScanAhead(decoder, metadata, pool, fillSize);
        if (limit.isInFile()) applyLimit();
    }

    /** Returns whether Cassandra reads the file by a channel, and does not map it. */
    private boolean stockReadsChannel() {
        return factory instanceof CompressedChunkReader.Standard;
    }

    /**
     * @return whether the scan has returned to read-ahead, has its chunk and has closed the stock reader. Otherwise the
     *     stock reader reads the chunk, or fails as it does without the agent.
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
            // Releases here, because 5.0.0 to 5.0.3 do not close a key cursor after an FSReadError.
            releaseAll();
            // The stock reader of a mapped file can be used by an interrupted thread.
            boolean interrupted = e instanceof FSReadError && e.getCause() instanceof ClosedByInterruptException;
            if (!interrupted || stockReadsChannel()) throw e;
            stock.open(Reason.INTERRUPTED);
        }
    }

    private void decodeOrTake(long chunkPosition) {
        if (limit.moveTo(chunkPosition)) applyLimit();
        boolean continues = chunkPosition == offset + metadata.chunkLength();
        // If decoding throws, the previous chunk must not be returned again.
        Objects.requireNonNull(uncompressed).position(0).limit(0);
        uncompressedBytes = 0;
        offset = chunkPosition;
        ScanAhead ahead = Objects.requireNonNull(this.ahead);
        ByteBuffer chunk = ahead.take(chunkPosition);
        if (chunk == null) {
            ChunkDecoder decoder = Objects.requireNonNull(this.decoder);
            memory.grow(decoder);
            chunk = memory.uncompressed();
            decoder.decode(chunkPosition, chunk);
            if (continues) ahead.startBehind(chunkPosition);
        }
        uncompressed = chunk;
        uncompressedBytes = chunk.limit();
        Recorders.SCANS.served();
    }

    /** @see ScanReader#readRanges */
    void readRanges(long @Nullable [] ends) {
        limit.ranges(ends);
    }

    /** @see ScanReader#readUntil */
    void readUntil(long position) {
        limit.end(position);
        applyLimit();
    }

    private void applyLimit() {
        if (decoder == null || ahead == null) return;
        // Must be first, because another thread may be using the decoder.
        ahead.limit(limit.end());
        decoder.limit(limit.end());
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
        // The scan uses the buffer until closeReader.
    }

    @Override
    public void closeReader() {
        closed = true;
        try {
            memory.unregisterPending();
            stock.close();
            releaseAll();
        } finally {
            registration.close();
        }
    }

    private void releaseAll() {
        if (!memory.isAllocated()) return;
        // Must be first, because another thread may be writing to the memory.
        if (ahead != null) ahead.close();
        if (decoder != null) decoder.close();
        memory.release();
        ahead = null;
        decoder = null;
        uncompressed = null;
        uncompressedBytes = 0;
    }

    /** Called for readers that own their channel. This reader uses the channel of its sstable. */
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
