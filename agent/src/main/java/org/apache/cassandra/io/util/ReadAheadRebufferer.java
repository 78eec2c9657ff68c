package org.apache.cassandra.io.util;

import io.foreread.agent.readahead.BlockPool;
import io.foreread.agent.readahead.FillSize;
import io.foreread.agent.readahead.PositionalRead;
import io.foreread.agent.readahead.ReadAheadBuffer;
import io.foreread.exporter.recorder.Recorders;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Supplier;
import org.apache.cassandra.io.compress.BufferType;
import org.apache.cassandra.io.compress.CompressionMetadata;
import org.apache.cassandra.io.compress.CorruptBlockException;

/**
 * Supplies the uncompressed chunks of one scan from read-ahead blocks instead of one read or page fault per chunk.
 *
 * <p>Not thread-safe, like every rebufferer that is made per reader. It returns byte for byte what {@code
 * CompressedChunkReader.Standard} returns, and the same exceptions with the same file for short and corrupt reads:
 * {@code disk_failure_policy} acts on them. The memory is taken at the first read and given back in {@link
 * #closeReader}; if there is none, the stock reader is opened in its place for the rest of the scan.
 */
final class ReadAheadRebufferer implements Rebufferer, Rebufferer.BufferHolder, PositionalRead {
    /** The checksum that follows each chunk on disk. */
    private static final int CHECKSUM_BYTES = Integer.BYTES;

    private final RebuffererFactory factory;
    private final ChannelProxy channel;
    private final CompressionMetadata metadata;
    private final ChunkFormat format;
    private final BlockLayout layout;
    private final BlockPool pool;
    private final FillSize fillSize;
    private final Supplier<RandomAccessReader> stockReader;

    private ByteBuffer block;
    private ReadAheadBuffer readAhead;
    private ByteBuffer uncompressed;
    private ByteBuffer heapCompressed;
    /** Bytes of the current chunk, because whoever we gave the buffer to may have moved its limit; 0 if none is. */
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
    }

    @Override
    public BufferHolder rebuffer(long position) {
        if (stock != null) return stock.rebufferer.rebuffer(position);
        if (closed) throw new IllegalStateException("read after close: " + this);
        if (block == null && !takeBlock()) return stock.rebufferer.rebuffer(position);

        long chunkPosition = position & -(long) metadata.chunkLength();
        if (chunkPosition != offset || uncompressedBytes == 0) readChunk(chunkPosition);
        uncompressed.position(0).limit(uncompressedBytes);
        return this;
    }

    /** @return false if there was no memory and the stock reader stands in */
    private boolean takeBlock() {
        block = ReadAheadReaders.takeBlock(pool, layout.capacityBytes);
        if (block == null) {
            stock = stockReader.get();
            return false;
        }
        readAhead = new ReadAheadBuffer(
                this, metadata.compressedFileLength, block, layout.tailRoomBytes, layout.blockBytes, fillSize);
        uncompressed = layout.uncompressed(block);
        return true;
    }

    private void readChunk(long chunkPosition) {
        uncompressedBytes = 0;
        offset = chunkPosition;
        // So that whoever catches what we may throw does not go on reading the previous chunk.
        uncompressed.position(0).limit(0);
        CompressionMetadata.Chunk chunk = metadata.chunkFor(chunkPosition);
        try {
            boolean checked = shouldCheckCrc();
            ByteBuffer compressed = readCompressed(chunk);
            int requiredBytes = checked ? chunk.length + CHECKSUM_BYTES : chunk.length;
            if (compressed.remaining() < requiredBytes) throw new CorruptBlockException(channel.filePath(), chunk);

            int start = compressed.position();
            compressed.limit(start + chunk.length);
            if (checked) {
                int checksum = (int) format.checksumType.of(compressed);
                compressed.limit(start + requiredBytes);
                if (compressed.getInt(start + chunk.length) != checksum)
                    throw new CorruptBlockException(channel.filePath(), chunk);
                compressed.position(start).limit(start + chunk.length);
            }
            uncompress(chunk, compressed);
        } catch (CorruptBlockException e) {
            uncompressed.position(0).limit(0);
            throw CorruptChunks.corrupt(e, channel.filePath());
        } catch (RuntimeException | Error e) {
            uncompressed.position(0).limit(0);
            throw e;
        }
        uncompressed.flip();
        uncompressedBytes = uncompressed.limit();
        Recorders.SCANS.served(readAhead.straddled());
    }

    /** The chunk and its checksum, fewer bytes if the file ends before. */
    private ByteBuffer readCompressed(CompressionMetadata.Chunk chunk) {
        int onDiskBytes = chunk.length + CHECKSUM_BYTES;
        // The checksum is read along even if nobody checks it: it lies between this chunk and the next.
        if (chunk.length >= 0 && onDiskBytes <= layout.tailRoomBytes) return readAhead.read(chunk.offset, onDiskBytes);

        // No compressor makes chunks this long: CompressionInfo.db is damaged. Fail where stock would, as stock would:
        // given a buffer of the wrong kind, Snappy throws an Error.
        ByteBuffer single = metadata.compressor().preferredBufferType().allocate(onDiskBytes);
        channel.read(single, chunk.offset);
        single.flip();
        return single;
    }

    private void uncompress(CompressionMetadata.Chunk chunk, ByteBuffer compressed) throws CorruptBlockException {
        if (chunk.length >= format.maxCompressedLength) {
            uncompressed.position(0).limit(chunk.length);
            uncompressed.put(compressed);
            return;
        }
        uncompressed.clear();
        try {
            metadata.compressor().uncompress(layout.offHeap ? compressed : onHeap(compressed), uncompressed);
        } catch (IOException e) {
            throw new CorruptBlockException(channel.filePath(), chunk, e);
        }
    }

    /**
     * For a compressor that wants heap buffers (Deflate), as the stock reader gives them: with a direct one it takes
     * another path, which in 3.11 never ends on a damaged chunk that no checksum has refused.
     */
    private ByteBuffer onHeap(ByteBuffer compressed) {
        if (compressed.hasArray()) return compressed;
        if (heapCompressed == null) heapCompressed = ByteBuffer.allocate(layout.tailRoomBytes);
        heapCompressed.clear();
        heapCompressed.put(compressed).flip();
        return heapCompressed;
    }

    private boolean shouldCheckCrc() {
        double chance = factory.getCrcCheckChance();
        return chance >= 1d
                || (chance > 0d && chance > ThreadLocalRandom.current().nextDouble());
    }

    /** One read of the block; {@code ReadAheadBuffer} calls it until the block is full or the file ends. */
    @Override
    public int read(ByteBuffer target, long fileOffset) {
        long startNanos = System.nanoTime();
        int bytes = channel.read(target, fileOffset);
        if (bytes > 0) Recorders.SCANS.filled(bytes, System.nanoTime() - startNanos);
        return bytes;
    }

    @Override
    public void willRead(long fileOffset, long bytes) {
        NextBlock.fetch(channel, fileOffset, bytes);
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
        if (stock != null) {
            RandomAccessReader reader = stock;
            stock = null;
            reader.close();
        }
        if (block != null) {
            ByteBuffer returned = block;
            block = null;
            readAhead = null;
            uncompressed = null;
            pool.release(returned);
        }
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

    /**
     * How one piece of direct memory serves one scan: {@code [tail room | block | uncompressed chunk]}. Immutable.
     *
     * <p>Rounded up to two sizes, so that scans of different tables can use each other's memory.
     */
    static final class BlockLayout {
        private static final int SMALL_CHUNK_BYTES = 32 << 10;
        private static final int LARGE_CHUNK_BYTES = 128 << 10;

        final int tailRoomBytes;
        final int blockBytes;
        final int capacityBytes;
        private final int chunkBytes;
        private final boolean offHeap;

        private BlockLayout(int roundedChunkBytes, int blockBytes, int chunkBytes, boolean offHeap) {
            // Half as much again: Snappy's worst case is 7/6 of its input, LZ4's, Zstd's and Deflate's less.
            this.tailRoomBytes = roundedChunkBytes + roundedChunkBytes / 2;
            this.blockBytes = blockBytes;
            this.capacityBytes = tailRoomBytes + blockBytes + roundedChunkBytes;
            this.chunkBytes = chunkBytes;
            this.offHeap = offHeap;
        }

        /** @return null if there is nothing to gain: chunks as large as a block, or larger than any we have room for */
        static BlockLayout of(CompressionMetadata metadata, int blockBytes) {
            int chunkBytes = metadata.chunkLength();
            if (chunkBytes >= blockBytes || chunkBytes > LARGE_CHUNK_BYTES) return null;
            int rounded = chunkBytes <= SMALL_CHUNK_BYTES ? SMALL_CHUNK_BYTES : LARGE_CHUNK_BYTES;
            boolean offHeap = metadata.compressor().preferredBufferType() == BufferType.OFF_HEAP;
            BlockLayout layout = new BlockLayout(rounded, blockBytes, chunkBytes, offHeap);
            int worstOnDiskBytes = metadata.compressor().initialCompressedBufferLength(chunkBytes) + CHECKSUM_BYTES;
            return worstOnDiskBytes <= layout.tailRoomBytes ? layout : null;
        }

        /** Exactly one chunk long, as compressors rely on; on the heap where the compressor wants that (Deflate). */
        ByteBuffer uncompressed(ByteBuffer block) {
            if (!offHeap) return ByteBuffer.allocate(chunkBytes);
            ByteBuffer view = block.duplicate();
            view.position(tailRoomBytes + blockBytes).limit(tailRoomBytes + blockBytes + chunkBytes);
            return view.slice();
        }
    }
}
