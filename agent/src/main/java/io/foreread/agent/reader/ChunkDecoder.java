package io.foreread.agent.reader;

import io.foreread.agent.readahead.ChunkSource;
import io.foreread.agent.readahead.DecodeRate;
import io.foreread.agent.readahead.FillSize;
import io.foreread.agent.readahead.ReadAheadBuffer;
import io.foreread.agent.reader.shape.ChunkFormat;
import io.foreread.agent.reader.shape.CorruptSstables;
import io.foreread.exporter.recorder.Recorders;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.concurrent.ThreadLocalRandom;
import org.apache.cassandra.io.compress.CompressionMetadata;
import org.apache.cassandra.io.compress.CorruptBlockException;
import org.apache.cassandra.io.sstable.CorruptSSTableException;
import org.apache.cassandra.io.util.ChannelProxy;
import org.apache.cassandra.io.util.RebuffererFactory;
import org.jspecify.annotations.Nullable;

/**
 * Checks and decompresses the chunks of one data file, from read-ahead blocks. One thread at a time can use it; the code
 * that passes it to another thread is responsible for a happens-before order.
 *
 * <p>It returns the same bytes as {@code CompressedChunkReader.Standard}, and throws the same exceptions with the same file
 * for short and corrupt reads, because {@code disk_failure_policy} acts on them. It throws {@link ChunkTooLongException}
 * for a chunk that Cassandra's reader must serve. It owns its file, and no memory.
 */
final class ChunkDecoder implements ChunkSource, ScanMemory.BlockUser, AutoCloseable {
    private final RebuffererFactory factory;
    private final ChannelProxy channel;
    private final ScanFile file;
    private final FillReader fills;

    private final CompressionMetadata metadata;
    private final ChunkFormat format;
    private BlockLayout layout;
    private final ReadAheadBuffer readAhead;
    private final DecodeRate rate = new DecodeRate();
    /** For compressors that need heap buffers; null until it is needed. */
    private @Nullable ByteBuffer heapCompressed;

    private @Nullable ByteBuffer heapUncompressed;
    private boolean checksEveryChunk;
    /** Offset of a chunk whose checksum was wrong; -1 for none. */
    private long refusedPosition = -1;

    /**
     * @param file closed with this decoder
     * @param block has the layout's capacity. The caller owns it and must not release it before the last use of this decoder
     */
    ChunkDecoder(
            RebuffererFactory factory,
            ScanFile file,
            CompressionMetadata metadata,
            ChunkFormat format,
            BlockLayout layout,
            ByteBuffer block,
            FillSize fillSize) {
        this.factory = factory;
        this.channel = factory.channel();
        this.file = file;
        this.metadata = metadata;
        this.format = format;
        this.layout = layout;
        this.fills = new FillReader(file);
        this.readAhead = new ReadAheadBuffer(
                fills,
                metadata.compressedFileLength,
                block,
                layout.tailRoomBytes,
                layout.blockBytes,
                file.isDirect() ? ScanFile.ALIGNMENT_BYTES : 1,
                fillSize);
    }

    @Override
    public void moveTo(BlockLayout layout, ByteBuffer block) {
        this.layout = layout;
        readAhead.moveTo(block, layout.blockBytes);
    }

    /** Checks all chunks from now on, also if Cassandra checks only a share of them. */
    void checkEveryChunk() {
        checksEveryChunk = true;
    }

    /** Sets the uncompressed position, greater than 0, beyond which no chunk is read ahead. */
    void limit(long position) {
        long limit = Long.MAX_VALUE;
        try {
            CompressionMetadata.Chunk last = metadata.chunkFor(position - 1);
            limit = last.offset + last.length + BlockLayout.CHECKSUM_BYTES;
        } catch (CorruptSSTableException | AssertionError e) {
            // CompressionInfo.db is damaged. The scan fails when it reads that chunk, as it does without a limit.
        }
        readAhead.fillLimit(limit);
    }

    /** Empties the target if it throws, so that a caller that catches the exception does not read the previous chunk. */
    @Override
    public void decode(long chunkPosition, ByteBuffer target) {
        target.position(0).limit(0);
        CompressionMetadata.Chunk chunk = metadata.chunkFor(chunkPosition);
        try {
            // Cassandra checks the checksums of a random share of chunks. A chunk whose checksum was wrong is always
            // checked again.
            boolean checked = checksEveryChunk || shouldCheckCrc() || chunkPosition == refusedPosition;
            ByteBuffer compressed = readCompressed(chunk);
            rate.begin();
            int requiredBytes = checked ? chunk.length + BlockLayout.CHECKSUM_BYTES : chunk.length;
            if (compressed.remaining() < requiredBytes) throw new CorruptBlockException(channel.filePath(), chunk);

            int start = compressed.position();
            compressed.limit(start + chunk.length);
            if (checked) {
                int checksum = (int) format.checksumType.of(compressed);
                compressed.limit(start + requiredBytes);
                if (compressed.getInt(start + chunk.length) != checksum) {
                    refusedPosition = chunkPosition;
                    throw new CorruptBlockException(channel.filePath(), chunk);
                }
                compressed.position(start).limit(start + chunk.length);
            }
            uncompress(chunk, compressed, target);
            rate.end(target.position());
        } catch (CorruptBlockException e) {
            target.position(0).limit(0);
            throw CorruptSstables.exception(e, channel.filePath());
        } catch (RuntimeException | Error e) {
            target.position(0).limit(0);
            throw e;
        }
        target.flip();
        if (readAhead.straddled()) Recorders.SCANS.straddled();
    }

    /**
     * Reads the chunk and its checksum. Returns fewer bytes if the file ends earlier.
     *
     * @throws ChunkTooLongException if no buffer of this scan can hold the chunk
     */
    private ByteBuffer readCompressed(CompressionMetadata.Chunk chunk) {
        if (chunk.length < 0 || chunk.length > layout.tailRoomBytes - BlockLayout.CHECKSUM_BYTES)
            throw new ChunkTooLongException(chunk.length);
        // The checksum is read even if it is not checked, because it is between this chunk and the next.
        return readAhead.read(chunk.offset, chunk.length + BlockLayout.CHECKSUM_BYTES);
    }

    private void uncompress(CompressionMetadata.Chunk chunk, ByteBuffer compressed, ByteBuffer target)
            throws CorruptBlockException {
        if (chunk.length >= format.maxCompressedLength) {
            target.position(0).limit(chunk.length);
            target.put(compressed);
            return;
        }
        target.clear();
        try {
            if (layout.offHeap) metadata.compressor().uncompress(compressed, target);
            else uncompressOnHeap(compressed, target);
        } catch (IOException e) {
            throw new CorruptBlockException(channel.filePath(), chunk, e);
        }
    }

    private void uncompressOnHeap(ByteBuffer compressed, ByteBuffer target) throws IOException {
        if (target.hasArray()) {
            metadata.compressor().uncompress(onHeap(compressed), target);
            return;
        }
        if (heapUncompressed == null) heapUncompressed = ByteBuffer.allocate(target.capacity());
        heapUncompressed.clear();
        metadata.compressor().uncompress(onHeap(compressed), heapUncompressed);
        heapUncompressed.flip();
        target.put(heapUncompressed);
    }

    /**
     * Copies the chunk for a compressor that prefers heap buffers (Deflate), as the stock reader does. With a direct
     * buffer, Deflate of 3.11 loops forever on a damaged chunk whose checksum was not checked.
     */
    private ByteBuffer onHeap(ByteBuffer compressed) {
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

    @Override
    public void countAsBlocked(boolean countAsBlocked) {
        fills.countAsBlocked(countAsBlocked);
    }

    /** Returns the rate of the last chunks, decoded by any thread. */
    DecodeRate rate() {
        return rate;
    }

    BlockLayout layout() {
        return layout;
    }

    /** Returns whether reads bypass the page cache; false after direct I/O has failed. */
    boolean isDirect() {
        return file.isDirect();
    }

    @Override
    public void close() {
        file.close();
    }
}
