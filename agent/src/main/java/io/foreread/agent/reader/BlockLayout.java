package io.foreread.agent.reader;

import io.foreread.agent.readahead.ReadAhead;
import java.nio.ByteBuffer;
import java.util.function.IntPredicate;
import org.apache.cassandra.io.compress.BufferType;
import org.apache.cassandra.io.compress.CompressionMetadata;
import org.jspecify.annotations.Nullable;

/**
 * How one piece of direct memory serves one scan: {@code [tail room | block | uncompressed chunk]}. Immutable.
 */
final class BlockLayout {
    /** The checksum that follows each chunk on disk. */
    static final int CHECKSUM_BYTES = Integer.BYTES;

    /** Enough that handing over costs nothing, and no more than a block usually holds. */
    private static final int MAX_BATCH_BYTES = 256 << 10;

    private static final int MAX_CHUNK_BYTES = 128 << 10;

    final int tailRoomBytes;
    final int blockBytes;
    final int capacityBytes;
    private final int chunkBytes;
    private final int worstOnDiskBytes;
    final boolean offHeap;

    private BlockLayout(int blockBytes, int chunkBytes, int worstOnDiskBytes, boolean offHeap) {
        this.tailRoomBytes = aligned(worstOnDiskBytes);
        this.worstOnDiskBytes = worstOnDiskBytes;
        this.blockBytes = blockBytes;
        this.capacityBytes = tailRoomBytes + blockBytes + chunkBytes;
        this.chunkBytes = chunkBytes;
        this.offHeap = offHeap;
    }

    /** @return null if there is nothing to gain: chunks about as large as a block, or larger than any we have room for */
    static @Nullable BlockLayout of(CompressionMetadata metadata, int blockBytes) {
        int chunkBytes = metadata.chunkLength();
        boolean offHeap = metadata.compressor().preferredBufferType() == BufferType.OFF_HEAP;
        int worstCompressedBytes = metadata.compressor().initialCompressedBufferLength(chunkBytes);
        // From 4.0 on, chunks that do not compress well are stored as they are.
        int worstOnDiskBytes = Math.max(worstCompressedBytes, chunkBytes) + CHECKSUM_BYTES;
        // Of Cassandra's compressors Snappy has the largest worst case: 7/6 of its input.
        if (chunkBytes > MAX_CHUNK_BYTES || worstOnDiskBytes > 2 * chunkBytes) return null;
        BlockLayout layout = new BlockLayout(blockBytes, chunkBytes, worstOnDiskBytes, offHeap);
        return layout.isWorthIt() ? layout : null;
    }

    private static int aligned(int bytes) {
        return (bytes + ScanFile.ALIGNMENT_BYTES - 1) & -ScanFile.ALIGNMENT_BYTES;
    }

    /** Whether it holds a chunk, its checksum and what aligns them. */
    private boolean isWorthIt() {
        return blockBytes - ScanFile.ALIGNMENT_BYTES >= worstOnDiskBytes;
    }

    /**
     * The same with a block of half the size, of a quarter and so on, until it fits; the smallest that is worth it if none
     * fits. Smaller blocks for all sstables of a compaction are better than none for some: those would be read by the chunk.
     *
     * @param fits whether there is memory for a layout of that capacity
     */
    BlockLayout within(IntPredicate fits) {
        BlockLayout fitting = this;
        while (!fits.test(fitting.capacityBytes)) {
            BlockLayout half = fitting.half();
            if (half == null) break;
            fitting = half;
        }
        return fitting;
    }

    /** With the smallest block that is worth it. */
    BlockLayout smallest() {
        return within(bytes -> false);
    }

    private @Nullable BlockLayout half() {
        int half = (blockBytes / 2) & -ScanFile.ALIGNMENT_BYTES;
        BlockLayout smaller = new BlockLayout(half, chunkBytes, worstOnDiskBytes, offHeap);
        return half >= ReadAhead.MIN_BLOCK_BYTES && smaller.isWorthIt() ? smaller : null;
    }

    /** Exactly one chunk long, as compressors rely on; on the heap where the compressor wants that (Deflate). */
    ByteBuffer uncompressed(ByteBuffer block) {
        return offHeap ? chunk(block, tailRoomBytes + blockBytes) : ByteBuffer.allocate(chunkBytes);
    }

    /** Direct memory for two batches of chunks that are decompressed ahead, whatever the compressor wants. */
    int aheadBytes() {
        return 2 * batchBytes();
    }

    /**
     * The chunks of one batch.
     *
     * @param memory of {@link #aheadBytes}
     * @param number of the batch, 0 or 1
     */
    ByteBuffer[] batch(ByteBuffer memory, int number) {
        ByteBuffer[] chunks = new ByteBuffer[batchBytes() / chunkBytes];
        for (int i = 0; i < chunks.length; i++) chunks[i] = chunk(memory, number * batchBytes() + i * chunkBytes);
        return chunks;
    }

    private int batchBytes() {
        return Math.min(blockBytes, MAX_BATCH_BYTES);
    }

    private ByteBuffer chunk(ByteBuffer memory, int index) {
        ByteBuffer view = memory.duplicate();
        view.clear();
        view.position(index).limit(index + chunkBytes);
        return view.slice();
    }
}
