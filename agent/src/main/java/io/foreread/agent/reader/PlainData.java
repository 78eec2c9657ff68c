package io.foreread.agent.reader;

import io.foreread.agent.readahead.FillSize;
import io.foreread.agent.readahead.ReadAheadBuffer;
import java.nio.ByteBuffer;

/**
 * The blocks of an uncompressed file. The caller reads them where they are, without a copy.
 *
 * <p>As with the stock reader, nothing checks the bytes: Cassandra uses CRC.db and the digest only when it streams or
 * verifies an sstable.
 */
final class PlainData implements ScanData, ScanMemory.BlockUser {
    private final PlainSource source;
    private final ScanFile file;
    private final ScanMemory memory;
    private final int rangeBytes;
    private final int startBytes;
    private final ReadAheadBuffer readAhead;

    /** The block that the caller reads. */
    private ByteBuffer block = ByteBuffer.allocate(0);
    /** Bytes of that block, because the caller can have changed the limit of the buffer. */
    private int blockBytes;

    private long offset;

    PlainData(PlainSource source, ScanFile file, ScanMemory memory, FillSize fillSize) {
        this.source = source;
        this.file = file;
        this.memory = memory;
        this.rangeBytes = source.rangeBytes();
        this.startBytes = source.startBytes();
        BlockLayout layout = memory.layout();
        this.readAhead = new ReadAheadBuffer(
                new FillReader(file, rangeBytes),
                source.fileBytes(),
                memory.block(),
                layout.tailRoomBytes,
                layout.blockBytes,
                file.isDirect() ? ScanFile.ALIGNMENT_BYTES : 1,
                fillSize);
    }

    @Override
    public void moveTo(BlockLayout layout, ByteBuffer memory) {
        readAhead.moveTo(memory, layout.blockBytes);
    }

    @Override
    public boolean holds(long position) {
        return position >= offset && position < offset + blockBytes;
    }

    @Override
    public long start(long position) {
        return position;
    }

    @Override
    public void read(long position) {
        // The fill overwrites the block, or the block is exchanged for a larger one.
        block.position(0).limit(0);
        blockBytes = 0;
        offset = position;
        memory.grow(this);
        block = readAhead.readBlock(position, rangeBytes, startBytes);
        long first = readAhead.blockOffset();
        // Bytes before the position alone are of no use: the position would be beyond the end of the buffer.
        if (position >= first + block.limit()) block.limit(0);
        if (block.limit() > 0) offset = first;
        blockBytes = block.limit();
    }

    @Override
    public ByteBuffer buffer() {
        block.position(0).limit(blockBytes);
        return block;
    }

    @Override
    public long offset() {
        return offset;
    }

    @Override
    public boolean endsBefore(long position) {
        return !holds(position) && position < source.dataBytes() && source.stockReadsShortFile();
    }

    @Override
    public void limit(long position) {
        readAhead.fillLimit(position);
    }

    /** An uncompressed file has no checksums of chunks. */
    @Override
    public void checkEveryChunk() {}

    @Override
    public void close() {
        file.close();
    }
}
