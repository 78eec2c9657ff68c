package io.foreread.agent.reader;

import io.foreread.agent.readahead.Allocation;
import io.foreread.agent.readahead.BlockPool;
import io.foreread.agent.readahead.BlockUnavailableException;
import io.foreread.agent.readahead.FillSize;
import java.nio.ByteBuffer;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Allocates the memory of one scan: the block that its reads fill, and for a compressed file the chunk that its own thread
 * decodes. A scan of everything registers with the pool before its first read, so that all scans of a compaction get a
 * block. Not thread-safe.
 */
final class ScanMemory {
    /** Reads from the block. */
    interface BlockUser {
        /**
         * Replaces the block by a larger one. The caller can then release the previous one.
         *
         * @param layout for the same file
         */
        void moveTo(BlockLayout layout, ByteBuffer block);
    }

    private final BlockPool pool;
    private final BlockLayout fullLayout;
    private final FillSize fillSize;

    /** Whether the pool reserves a share for this scan. */
    private boolean pending;

    private @Nullable Allocation allocation;
    private @Nullable ByteBuffer uncompressed;
    private BlockLayout layout;
    private int chunksUntilGrowth;

    /** @param fullLayout with the block of a full read */
    ScanMemory(BlockPool pool, BlockLayout fullLayout, FillSize fillSize) {
        this.pool = pool;
        this.fullLayout = fullLayout;
        this.layout = fullLayout;
        this.fillSize = fillSize;
        this.pending = fillSize.readsToEnd();
        if (pending) pool.registerPendingScan();
    }

    /** Called once before the other methods use the memory, and again after {@link #release}. */
    void allocate() throws BlockUnavailableException {
        try {
            if (fillSize.isFull()) {
                layout = fullLayout.within(pool::hasRoomForPendingScans);
                use(pool.acquire(layout.capacityBytes, BlockPool.Use.SCAN));
            } else {
                layout = fullLayout.smallest();
                use(pool.acquire(layout.capacityBytes, BlockPool.Use.RANGE_READ));
            }
        } finally {
            // After the allocation, because the pool keeps a share for this scan only while the scan is pending.
            unregisterPending();
        }
    }

    private void use(Allocation allocated) {
        allocation = allocated;
        uncompressed = layout.uncompressed(allocated.memory());
    }

    /** Gives up the share of a scan that is closed before its first read. */
    void unregisterPending() {
        if (pending) pool.unregisterPendingScan();
        pending = false;
    }

    boolean isAllocated() {
        return allocation != null;
    }

    BlockLayout layout() {
        return layout;
    }

    ByteBuffer block() {
        return Objects.requireNonNull(allocation).memory();
    }

    /** @return the buffer that the scan's own thread decodes a chunk to */
    ByteBuffer uncompressed() {
        return Objects.requireNonNull(uncompressed);
    }

    /**
     * Replaces the small block by a full one if a range read continues beyond its small block. If there is no memory for a
     * full block, the scan keeps its block and tries again later.
     */
    void grow(BlockUser user) {
        if (!fillSize.outgrows(layout.blockBytes)) return;
        if (layout.blockBytes >= fullLayout.blockBytes || --chunksUntilGrowth > 0) return;
        Allocation larger;
        try {
            larger = pool.acquire(fullLayout.capacityBytes, BlockPool.Use.RANGE_READ);
        } catch (BlockUnavailableException e) {
            chunksUntilGrowth = ReadAheadRebufferer.CHUNKS_UNTIL_RETRY;
            return;
        }
        layout = fullLayout;
        user.moveTo(layout, larger.memory());
        pool.release(Objects.requireNonNull(allocation));
        use(larger);
    }

    /** Called when nothing uses the memory any more. */
    void release() {
        pool.release(Objects.requireNonNull(allocation));
        allocation = null;
        uncompressed = null;
    }
}
