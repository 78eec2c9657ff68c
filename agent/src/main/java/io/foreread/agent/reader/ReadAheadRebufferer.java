package io.foreread.agent.reader;

import io.foreread.agent.readahead.BlockPool;
import io.foreread.agent.readahead.BlockUnavailableException;
import io.foreread.agent.readahead.FillSize;
import io.foreread.agent.readahead.OpenScans;
import io.foreread.agent.readahead.ReadAhead;
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
import org.apache.cassandra.io.util.ChannelProxy;
import org.apache.cassandra.io.util.RandomAccessReader;
import org.apache.cassandra.io.util.Rebufferer;
import org.jspecify.annotations.Nullable;

/**
 * Supplies the data of one scan from read-ahead blocks instead of one read or page fault per chunk.
 *
 * <p>Not thread-safe, like every rebufferer that is created per reader. Bytes and exceptions are those of {@link
 * CompressedData} or {@link PlainData}. It allocates memory at the first read and releases it in {@link #closeReader}.
 * Without memory, and after an interrupt, it uses the stock reader; the scan returns to read-ahead when memory is
 * available.
 */
final class ReadAheadRebufferer implements Rebufferer, Rebufferer.BufferHolder {
    /** Number of chunks before a scan without memory, or without a thread, tries again. */
    static final int CHUNKS_UNTIL_RETRY = 32;

    private final ScanSource source;
    private final ChannelProxy channel;
    private final BlockPool pool;
    private final ScanMemory memory;
    private final AheadLimit limit;
    private final FillSize fillSize;
    private final Reader replaced;
    private final StockReader stock;
    private final OpenScans.Registration registration;

    private boolean checksEveryChunk;

    /** Whether the counters already have the reader that the first read of this scan used. */
    private boolean counted;

    /** Null while the scan has no memory. */
    private @Nullable ScanData data;

    /** The data that the caller reads. */
    private @Nullable ByteBuffer buffer;

    private long offset;
    private boolean closed;

    /**
     * @param layout has the block of a full read
     * @param replaced the reader that the scan would have had, for the counters
     * @param stockReader opens that reader
     */
    ReadAheadRebufferer(
            ScanSource source,
            BlockLayout layout,
            BlockPool pool,
            FillSize fillSize,
            Reader replaced,
            Supplier<RandomAccessReader> stockReader) {
        this.source = source;
        this.channel = source.file().channel();
        this.pool = pool;
        this.memory = new ScanMemory(pool, layout, fillSize);
        this.limit = new AheadLimit(source.dataBytes());
        this.fillSize = fillSize;
        this.replaced = replaced;
        this.stock = new StockReader(stockReader, CHUNKS_UNTIL_RETRY);
        this.registration = ReadAhead.instance().openScans().register(this, channel.filePath());
        registration.ifForgotten(memory::unregisterPending);
    }

    @Override
    public BufferHolder rebuffer(long position) {
        if (closed) throw new IllegalStateException("read after close: " + this);
        if (stock.serves() && !returnsFromStock(position)) return stock.rebuffer(position);
        if (!memory.isAllocated()) beginOrFallBack();
        if (!stock.serves()) readOrFallBack(position);
        return stock.serves() ? stock.rebuffer(position) : this;
    }

    private void beginOrFallBack() {
        try {
            if (!source.stockReadsChannel() && Thread.currentThread().isInterrupted()) stock.open(Reason.INTERRUPTED);
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
            openData();
        } catch (RuntimeException | Error e) {
            releaseAll();
            throw e;
        }
    }

    private void openData() {
        ScanFile file = ScanFile.open(
                channel,
                source.stockReadsChannel(),
                fillSize.readsToEnd(),
                source.fileBytes(),
                memory.layout().blockBytes);
        ScanData opened = null;
        try {
            if (!source.stockReadsChannel() && !file.hasOwnChannel())
                throw new IllegalStateException(
                        "a scan of a mapped file could not open its own channel", file.refusal());
            opened = source.open(file, memory, pool, fillSize);
        } finally {
            if (opened == null) file.close();
        }
        data = opened;
        if (checksEveryChunk) opened.checkEveryChunk();
        if (limit.isInFile()) opened.limit(limit.end());
    }

    /**
     * @return whether the scan has returned to read-ahead, has its data and has closed the stock reader. Otherwise the
     *     stock reader reads the data, or fails as it does without the agent.
     */
    private boolean returnsFromStock(long position) {
        if (!stock.isRetryDue()
                || !ReadAhead.instance().enabled()
                || Thread.currentThread().isInterrupted()) return false;
        boolean returns = false;
        try {
            begin();
            returns = read(position);
        } catch (BlockUnavailableException | RuntimeException | LinkageError | FSError e) {
            return false;
        } finally {
            if (!returns) releaseAll();
        }
        if (!returns) return false;
        stock.close();
        Recorders.SCANS.resumed();
        return true;
    }

    private void readOrFallBack(long position) {
        boolean hasData;
        try {
            hasData = read(position);
        } catch (ChunkTooLongException e) {
            releaseAll();
            stock.open(Reason.CHUNK_TOO_LONG);
            return;
        } catch (Error e) {
            // Releases here, because 5.0.0 to 5.0.3 do not close a key cursor after an FSReadError.
            releaseAll();
            // The stock reader of a mapped file can be used by an interrupted thread.
            boolean interrupted = e instanceof FSReadError && e.getCause() instanceof ClosedByInterruptException;
            if (interrupted && !source.stockReadsChannel()) {
                stock.open(Reason.INTERRUPTED);
                return;
            }
            if (!(e instanceof LinkageError)) throw e;
            // This release lacks a member that is first used to decode a chunk.
            ReadAheadReaders.logUnexpected(channel.filePath(), e);
            stock.open(Reason.UNEXPECTED_ERROR);
            return;
        }
        if (hasData) return;
        releaseAll();
        stock.open(Reason.TRUNCATED);
    }

    /** @return false if the stock reader has to handle the end of a file that is too short */
    private boolean read(long position) {
        ScanData read = Objects.requireNonNull(data);
        if (!read.holds(position)) {
            // If reading throws, the offset is that of the missing data, and the buffer is empty.
            offset = read.start(position);
            if (limit.moveTo(offset)) read.limit(limit.end());
            read.read(position);
        }
        offset = read.offset();
        buffer = read.buffer();
        return !read.endsBefore(position);
    }

    /** Called before the first read: the scan checks each chunk, also if {@code crc_check_chance} is lowered meanwhile. */
    void checkEveryChunk() {
        checksEveryChunk = true;
    }

    /** @see Scan#readRanges */
    void readRanges(long @Nullable [] ends) {
        limit.ranges(ends);
    }

    /** @see Scan#readUntil */
    void readUntil(long position) {
        limit.end(position);
        if (data != null) data.limit(limit.end());
    }

    @Override
    public @Nullable ByteBuffer buffer() {
        return buffer;
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
        if (data != null) data.close();
        memory.release();
        data = null;
        buffer = null;
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
        return source.dataBytes();
    }

    @Override
    public double getCrcCheckChance() {
        return source.file().getCrcCheckChance();
    }

    @Override
    public String toString() {
        return "ReadAheadRebufferer(" + channel.filePath() + " - " + source + ", data length " + source.dataBytes()
                + ")";
    }
}
