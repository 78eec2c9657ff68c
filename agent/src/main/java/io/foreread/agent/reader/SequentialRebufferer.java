package io.foreread.agent.reader;

import io.foreread.agent.readahead.Allocation;
import io.foreread.agent.readahead.BlockPool;
import io.foreread.agent.readahead.BlockUnavailableException;
import io.foreread.agent.readahead.OpenScans;
import io.foreread.agent.readahead.PositionalRead;
import io.foreread.agent.readahead.ReadAhead;
import io.foreread.exporter.recorder.Recorders;
import io.foreread.exporter.recorder.ScanRecorder.Pattern;
import io.foreread.exporter.recorder.ScanRecorder.Reader;
import io.foreread.exporter.recorder.ScanRecorder.Reason;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedByInterruptException;
import java.util.Objects;
import org.apache.cassandra.io.FSReadError;
import org.apache.cassandra.io.util.ChannelProxy;
import org.apache.cassandra.io.util.RandomAccessReader;
import org.apache.cassandra.io.util.Rebufferer;
import org.apache.cassandra.io.util.ScanReader;
import org.jspecify.annotations.Nullable;

/**
 * Reads the bytes of a file from start to end in blocks: the partition index of a scan, or a file that verify checks. Not
 * thread-safe.
 *
 * <p>It returns the same bytes as the stock reader, and the end of file where a truncated file ends. Without memory it uses
 * the stock reader, which stays open and is closed with this one. It tries again later to read a Data.db ahead, which can
 * be large; an index stays with the stock reader.
 *
 * <p>A file that verify checks is read by the channel of its stock reader. An interrupt closes this channel and fails the
 * read with the same exception as without the agent. The channel of an index belongs to all readers, so the index is read
 * by another channel, and after an interrupt by the stock reader.
 */
final class SequentialRebufferer implements Rebufferer, Rebufferer.BufferHolder {
    /** An index has about 1 % of the size of its data, so one read of this size is enough for about 6 MB of data. */
    private static final int INDEX_BLOCK_BYTES = 64 << 10;

    /** The buffer of a reader that Cassandra opens for a file without a file handle. */
    private static final int STOCK_READ_BYTES = RandomAccessReader.DEFAULT_BUFFER_SIZE;

    private final RandomAccessReader stock;
    private final ChannelProxy channel;
    private final long fileBytes;
    private final BlockPool pool;
    private final int maxBlockBytes;
    /** Whether other readers use the channel of the stock reader. */
    private final boolean sharesChannel;
    /** Whether the file is a Data.db, so that reading it counts as a scan. */
    private final boolean scansData;

    private final OpenScans.Registration registration;
    private @Nullable Allocation memory;
    private @Nullable ByteBuffer block;
    private int blockBytes;
    private @Nullable ScanFile file;
    private @Nullable PositionalRead reads;
    private long offset;
    /** Whether the stock reader reads: there was no memory or no channel, or an interrupt has ended the reads of an index. */
    private boolean stockServes;

    private int rebuffersUntilRetry;
    private boolean closed;

    private SequentialRebufferer(
            RandomAccessReader stock, BlockPool pool, int maxBlockBytes, boolean sharesChannel, boolean scansData) {
        this.stock = stock;
        this.channel = stock.getChannel();
        this.fileBytes = stock.length();
        this.pool = pool;
        this.maxBlockBytes = maxBlockBytes;
        this.sharesChannel = sharesChannel;
        this.scansData = scansData;
        this.registration = ReadAhead.instance().openScans().register(this, channel.filePath());
    }

    static SequentialRebufferer ofIndex(RandomAccessReader stock, ReadAhead readAhead) {
        return new SequentialRebufferer(stock, readAhead.pool(), INDEX_BLOCK_BYTES, true, false);
    }

    /** @param stock has its own channel */
    static SequentialRebufferer ofFile(RandomAccessReader stock, ReadAhead readAhead) {
        boolean data = stock.getPath().endsWith(ReadAheadReaders.DATA_SUFFIX);
        int maxBlockBytes = data ? (int) readAhead.blockBytes() : INDEX_BLOCK_BYTES;
        return new SequentialRebufferer(stock, readAhead.pool(), maxBlockBytes, false, data);
    }

    @Override
    public BufferHolder rebuffer(long position) {
        if (closed) throw new IllegalStateException("read after close: " + this);
        if (stockServes) resumeIfDue();
        else if (memory == null) begin();
        if (stockServes) return ScanReader.rebufferer(stock).rebuffer(position);
        // If the read fails, the previous block must not be visible.
        ByteBuffer read = Objects.requireNonNull(block);
        read.position(0).limit(0);
        offset = position;
        try {
            fill(read, position);
        } catch (FSReadError e) {
            if (!sharesChannel || !(e.getCause() instanceof ClosedByInterruptException)) throw e;
            // The stock reader then handles the interrupt as it does without the agent.
            Recorders.SCANS.fellBack(Reason.INTERRUPTED);
            stockServes = true;
            releaseAll();
            return ScanReader.rebufferer(stock).rebuffer(position);
        }
        return this;
    }

    private void fill(ByteBuffer read, long position) {
        PositionalRead source = Objects.requireNonNull(reads);
        ByteBuffer target = read.duplicate();
        target.clear();
        // Limited by fileBytes, not by the channel's size: an sstable that is opened early ends before its file.
        target.limit((int) Math.max(0, Math.min(blockBytes, fileBytes - position)));
        while (target.hasRemaining()) {
            int bytes = source.read(target, position + target.position());
            if (bytes <= 0) break;
        }
        read.limit(target.position());
    }

    private void begin() {
        Reason refused = prepare();
        stockServes = refused != null;
        rebuffersUntilRetry = ReadAheadRebufferer.CHUNKS_UNTIL_RETRY;
        if (refused != null) Recorders.SCANS.fellBack(refused);
        if (scansData) Recorders.SCANS.opened(stockServes ? Reader.STOCK : Reader.FOREREAD, Pattern.FULL);
    }

    /** Returns to read-ahead if there is memory now. Called once before each read of the stock reader. */
    private void resumeIfDue() {
        if (!scansData || --rebuffersUntilRetry > 0) return;
        rebuffersUntilRetry = ReadAheadRebufferer.CHUNKS_UNTIL_RETRY;
        if (!ReadAhead.instance().enabled() || prepare() != null) return;
        stockServes = false;
        Recorders.SCANS.resumed();
    }

    /** @return null if the file can be read ahead now */
    private @Nullable Reason prepare() {
        Reason refused;
        try {
            refused = sharesChannel ? reopen() : null;
            if (refused == null) refused = allocate();
        } catch (RuntimeException | LinkageError e) {
            ReadAheadReaders.logUnexpected(channel.filePath(), e);
            refused = Reason.UNEXPECTED_ERROR;
        }
        if (refused != null) releaseAll();
        return refused;
    }

    /**
     * Opens the index again. Cassandra can have mapped it. An interrupted read by the shared channel would then close this
     * channel for all other readers.
     *
     * @return null if it is open
     */
    private @Nullable Reason reopen() {
        ScanFile opened = ScanFile.openBuffered(channel, false, true, fileBytes, maxBlockBytes);
        file = opened;
        if (opened.hasOwnChannel()) return null;
        Throwable refusal = opened.refusal();
        if (refusal != null) ReadAheadReaders.logUnexpected(channel.filePath(), refusal);
        return Thread.currentThread().isInterrupted() ? Reason.INTERRUPTED : Reason.UNEXPECTED_ERROR;
    }

    /** @return null if there is memory */
    private @Nullable Reason allocate() {
        BlockLayout layout = BlockLayout.plain(maxBlockBytes).within(pool::hasRoomForPendingScans);
        try {
            memory = pool.acquire(layout.capacityBytes, BlockPool.Use.SCAN);
        } catch (BlockUnavailableException e) {
            return ReadAheadReaders.reason(e);
        }
        block = memory.memory();
        blockBytes = layout.blockBytes;
        PositionalRead source = file == null ? channel::read : file;
        reads = scansData ? new FillReader(source, STOCK_READ_BYTES) : source;
        return null;
    }

    @Override
    public @Nullable ByteBuffer buffer() {
        return block;
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
        if (closed) return;
        closed = true;
        try {
            releaseAll();
            stock.close();
        } finally {
            registration.close();
        }
    }

    private void releaseAll() {
        if (file != null) file.close();
        file = null;
        reads = null;
        if (memory != null) pool.release(memory);
        memory = null;
        block = null;
    }

    /** Called for readers that own their channel. The stock reader closes that channel. */
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
        return fileBytes;
    }

    @Override
    public double getCrcCheckChance() {
        return stock.getCrcCheckChance();
    }

    @Override
    public String toString() {
        return "SequentialRebufferer(" + channel.filePath() + ", " + fileBytes + " bytes)";
    }
}
