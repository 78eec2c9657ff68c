package io.foreread.agent.writer;

import io.foreread.agent.readahead.Allocation;
import io.foreread.agent.readahead.BlockPool;
import io.foreread.agent.readahead.BlockUnavailableException;
import java.nio.ByteBuffer;

/** The direct memory of one writer that compresses ahead: the buffers of its ring, and two compressed chunks. */
final class WriterMemory {
    static final int BUFFERS = 8;
    /** Larger chunks are rare, and a writer of them would need a large part of the budget. */
    private static final int MAX_CHUNK_BYTES = 256 << 10;

    private final BlockPool pool;
    private final Allocation allocation;
    private final int chunkBytes;
    private final int compressedBytes;

    private WriterMemory(BlockPool pool, Allocation allocation, int chunkBytes, int compressedBytes) {
        this.pool = pool;
        this.allocation = allocation;
        this.chunkBytes = chunkBytes;
        this.compressedBytes = compressedBytes;
    }

    /** Returns whether chunks of this size can be compressed ahead. */
    static boolean suits(int chunkBytes, int compressedBytes) {
        // Snappy has the largest worst case of Cassandra's compressors: 7/6 of its input.
        return chunkBytes <= MAX_CHUNK_BYTES && compressedBytes <= 2 * chunkBytes;
    }

    /** @param compressedBytes the worst case of a compressed chunk */
    static WriterMemory allocate(BlockPool pool, int chunkBytes, int compressedBytes) throws BlockUnavailableException {
        int bytes = bytes(chunkBytes, compressedBytes);
        return new WriterMemory(pool, pool.acquire(bytes, BlockPool.Use.AHEAD), chunkBytes, compressedBytes);
    }

    /** Returns whether the budget allows the memory of one more writer. */
    static boolean isAllowed(BlockPool pool, int chunkBytes, int compressedBytes) {
        return pool.isAllowed(bytes(chunkBytes, compressedBytes), BlockPool.Use.AHEAD);
    }

    private static int bytes(int chunkBytes, int compressedBytes) {
        return BUFFERS * chunkBytes + 2 * compressedBytes;
    }

    ByteBuffer[] chunks() {
        ByteBuffer[] chunks = new ByteBuffer[BUFFERS];
        for (int i = 0; i < BUFFERS; i++) chunks[i] = view(i * chunkBytes, chunkBytes);
        return chunks;
    }

    /** Returns the memory of the thread that writes. */
    ByteBuffer compressed() {
        return view(BUFFERS * chunkBytes, compressedBytes);
    }

    /** Returns the memory of the owner of the ring. */
    ByteBuffer ownersCompressed() {
        return view(BUFFERS * chunkBytes + compressedBytes, compressedBytes);
    }

    private ByteBuffer view(int index, int bytes) {
        ByteBuffer view = allocation.memory().duplicate();
        view.clear();
        view.position(index).limit(index + bytes);
        return view.slice();
    }

    /** Called when no thread uses the memory any more. */
    void release() {
        pool.release(allocation);
    }

    /** Called in place of {@link #release} if a thread can still use the memory. */
    void abandon() {
        pool.abandon(allocation);
    }

    /** Called after {@link #abandon}, when no thread uses the memory any more. */
    void reclaim() {
        pool.reclaim(allocation);
    }
}
