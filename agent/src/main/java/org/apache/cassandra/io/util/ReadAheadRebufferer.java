package org.apache.cassandra.io.util;

import io.foreread.agent.readahead.BlockPool;
import io.foreread.agent.readahead.BlockRefused;
import io.foreread.agent.readahead.ChunksAhead;
import io.foreread.agent.readahead.FillSize;
import io.foreread.agent.readahead.ReadAhead;
import java.nio.ByteBuffer;
import java.util.function.Supplier;
import org.apache.cassandra.io.compress.CompressionMetadata;

/**
 * Supplies the uncompressed chunks of one scan from read-ahead blocks instead of one read or page fault per chunk.
 *
 * <p>Not thread-safe, like every rebufferer that is made per reader. What it returns and what it throws is {@link
 * ChunkDecoder}'s. The memory is taken at the first read and given back in {@link #closeReader}; if there is none, the
 * stock reader is opened in its place for the rest of the scan.
 *
 * <p>A scan of everything has its next chunks decoded by another thread ({@link ChunksAhead}) where that is wanted.
 */
final class ReadAheadRebufferer implements Rebufferer, Rebufferer.BufferHolder {
    /** How many chunks to decode before a thread is asked for again. */
    private static final int CHUNKS_WITHOUT_THREAD = 32;

    private final RebuffererFactory factory;
    private final ChannelProxy channel;
    private final CompressionMetadata metadata;
    private final ChunkFormat format;
    private final BlockPool pool;
    private final FillSize fillSize;
    private final Supplier<RandomAccessReader> stockReader;

    private BlockLayout layout;
    /** Whether the pool has been told to keep a share, and still does. */
    private boolean expected;

    private ByteBuffer block;
    private ChunkDecoder decoder;
    /** Where this scan's own thread decodes to. */
    private ByteBuffer own;

    /** Null until it is wanted, and for good if there is no memory for it. */
    private ChunksAhead ahead;

    private ByteBuffer aheadMemory;
    private boolean aheadRefused;
    private int chunksUntilAhead;

    /** The chunk that is served. */
    private ByteBuffer uncompressed;
    /** Bytes of that chunk, because whoever we gave the buffer to may have moved its limit; 0 if none is. */
    private int uncompressedBytes;

    private long offset;
    private RandomAccessReader stock;
    private boolean closed;

    /** @param stockReader opens the reader that this one replaces; used when there is no memory */
    ReadAheadRebufferer(
            RebuffererFactory factory,
            CompressionMetadata metadata,
            BlockLayout layout,
            BlockPool pool,
            FillSize fillSize,
            Supplier<RandomAccessReader> stockReader) {
        this.factory = factory;
        this.channel = factory.channel();
        this.metadata = metadata;
        this.format = ChunkFormat.of(metadata);
        this.layout = layout;
        this.pool = pool;
        this.fillSize = fillSize;
        this.stockReader = stockReader;
        this.expected = fillSize.goesOn();
        if (expected) pool.expect();
    }

    @Override
    public BufferHolder rebuffer(long position) {
        if (stock != null) return stock.rebufferer.rebuffer(position);
        if (closed) throw new IllegalStateException("read after close: " + this);
        if (block == null && !takeBlock()) return stock.rebufferer.rebuffer(position);

        long chunkPosition = position & -(long) metadata.chunkLength();
        if (chunkPosition != offset || uncompressedBytes == 0) turnTo(chunkPosition);
        uncompressed.position(0).limit(uncompressedBytes);
        return this;
    }

    /** @return false if there was no memory and the stock reader stands in */
    private boolean takeBlock() {
        if (fillSize.isFull()) layout = layout.within(pool.shareBytes());
        block = ReadAheadReaders.takeBlock(pool, layout.capacityBytes);
        // Not before: what is lent to this one must not be shared among the others meanwhile.
        expectNoMore();
        if (block == null) {
            stock = stockReader.get();
            return false;
        }
        own = layout.uncompressed(block);
        uncompressed = own;
        ScanFile file = fillSize.goesOn()
                ? ScanFile.asConfigured(channel, metadata.compressedFileLength, layout.blockBytes)
                : ScanFile.shared(channel);
        decoder = new ChunkDecoder(factory, file, metadata, format, layout, block, fillSize);
        return true;
    }

    private void expectNoMore() {
        if (expected) pool.expectNoMore();
        expected = false;
    }

    private void turnTo(long chunkPosition) {
        try {
            decodeOrTake(chunkPosition);
        } catch (Error e) {
            // A read that fails is an FSReadError, and 5.0.0 to 5.0.3 do not close the key cursor that meets one.
            giveBack();
            throw e;
        }
    }

    private void decodeOrTake(long chunkPosition) {
        boolean continues = chunkPosition == offset + metadata.chunkLength();
        // So that whoever catches what we may throw does not go on reading the previous chunk.
        uncompressed.position(0).limit(0);
        uncompressedBytes = 0;
        offset = chunkPosition;
        ByteBuffer chunk = ahead != null && ahead.running() ? ahead.take(chunkPosition) : null;
        if (chunk == null) {
            chunk = own;
            decoder.decode(chunkPosition, own);
            if (continues) lookAhead();
        }
        uncompressed = chunk;
        uncompressedBytes = chunk.limit();
    }

    /** After a chunk that goes on where the last one ended, and that this thread had to decode itself. */
    private void lookAhead() {
        if (aheadRefused) return;
        if (chunksUntilAhead > 0) {
            chunksUntilAhead--;
            return;
        }
        // Last of all: who is told that there are spare cores counts as one who uses them.
        if (!mayGoAhead()) return;
        try {
            if (ahead == null) takeAhead();
            ahead.start(offset + metadata.chunkLength());
        } catch (BlockRefused | RuntimeException | LinkageError | OutOfMemoryError e) {
            // The scan goes on without: it has all that it needs.
            aheadRefused = true;
            return;
        }
        chunksUntilAhead = ahead.running() ? 0 : CHUNKS_WITHOUT_THREAD;
    }

    /**
     * Asked on the scan's thread before each batch, when the decoder is its own. Past the page cache nothing else overlaps
     * with the scan.
     */
    private boolean mayGoAhead() {
        ReadAhead readAhead = ReadAhead.instance();
        return fillSize.goesOn()
                && readAhead.enabled()
                && (decoder.isDirect() || readAhead.decompressesAhead(decoder.rate()));
    }

    private void takeAhead() throws BlockRefused {
        aheadMemory = pool.acquireSpare(layout.aheadBytes());
        ahead = new ChunksAhead(
                decoder,
                metadata.dataLength,
                metadata.chunkLength(),
                layout.batch(aheadMemory, 0),
                layout.batch(aheadMemory, 1),
                this::mayGoAhead);
    }

    @Override
    public ByteBuffer buffer() {
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
        expectNoMore();
        if (stock != null) {
            RandomAccessReader reader = stock;
            stock = null;
            reader.close();
        }
        if (block != null) giveBack();
    }

    private void giveBack() {
        // First of all: another thread may be writing to the memory.
        if (ahead != null) ahead.stop();
        if (decoder != null) decoder.close();
        pool.release(block);
        if (aheadMemory != null) pool.release(aheadMemory);
        block = null;
        aheadMemory = null;
        ahead = null;
        decoder = null;
        own = null;
        uncompressed = null;
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
