package io.foreread.agent.reader;

import io.foreread.agent.readahead.ReadAhead;
import java.nio.ByteBuffer;
import java.util.function.IntPredicate;
import org.apache.cassandra.io.compress.BufferType;
import org.apache.cassandra.io.compress.CompressionMetadata;
import org.jspecify.annotations.Nullable;

/**
 * Divides the direct memory of one scan: {@code [tail room | block | uncompressed chunk]}. A scan of an uncompressed file
 * has a block only. Immutable.
 */
final class BlockLayout {
    /** The checksum that follows each chunk on disk. */
    static final int CHECKSUM_BYTES = Integer.BYTES;

    /** Large enough that passing a batch between threads costs little, and no larger than a block of the default size. */
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

    /** @return null if there is nothing to gain: chunks are about as large as a block, or larger than the supported maximum */
    static @Nullable BlockLayout of(CompressionMetadata metadata, int blockBytes) {
        int chunkBytes = metadata.chunkLength();
        boolean offHeap = metadata.compressor().preferredBufferType() == BufferType.OFF_HEAP;
        int worstCompressedBytes = metadata.compressor().initialCompressedBufferLength(chunkBytes);
        // From 4.0 on, chunks that do not compress well are stored as they are.
        int worstOnDiskBytes = Math.max(worstCompressedBytes, chunkBytes) + CHECKSUM_BYTES;
        // Snappy has the largest worst case of Cassandra's compressors: 7/6 of its input.
        if (chunkBytes > MAX_CHUNK_BYTES || worstOnDiskBytes > 2 * chunkBytes) return null;
        BlockLayout layout = new BlockLayout(blockBytes, chunkBytes, worstOnDiskBytes, offHeap);
        return layout.holdsChunk() ? layout : null;
    }

    /** Returns the layout for an uncompressed file. */
    static BlockLayout plain(int blockBytes) {
        return new BlockLayout(blockBytes, 0, 0, true);
    }

    private static int aligned(int bytes) {
        return (bytes + ScanFile.ALIGNMENT_BYTES - 1) & -ScanFile.ALIGNMENT_BYTES;
    }

    /** Returns whether the block can hold a chunk, its checksum and the padding for alignment. */
    private boolean holdsChunk() {
        return blockBytes - ScanFile.ALIGNMENT_BYTES >= worstOnDiskBytes;
    }

    /**
     * Halves the block until it fits; returns the smallest useful layout if none fits. Smaller blocks for all sstables of a
     * compaction are better than no block for some of them, which would be read chunk by chunk.
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

    /** Returns the layout with the smallest useful block. */
    BlockLayout smallest() {
        return within(bytes -> false);
    }

    private @Nullable BlockLayout half() {
        int half = (blockBytes / 2) & -ScanFile.ALIGNMENT_BYTES;
        BlockLayout smaller = new BlockLayout(half, chunkBytes, worstOnDiskBytes, offHeap);
        return half >= ReadAhead.MIN_BLOCK_BYTES && smaller.holdsChunk() ? smaller : null;
    }

    /**
     * Returns a buffer with the capacity of exactly one chunk, as compressors require. It is on the heap if the compressor
     * prefers heap buffers (Deflate).
     */
    ByteBuffer uncompressed(ByteBuffer block) {
        return offHeap ? chunk(block, tailRoomBytes + blockBytes) : ByteBuffer.allocate(chunkBytes);
    }

    /** Returns the direct memory for two batches of chunks that are decompressed ahead, for any compressor. */
    int aheadBytes() {
        return 2 * batchBytes();
    }

    /**
     * Returns the buffers for the chunks of one batch.
     *
     * @param memory with a capacity of {@link #aheadBytes}
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
