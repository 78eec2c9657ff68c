package io.foreread.agent.readahead;

import java.lang.ref.WeakReference;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Allocates direct memory to open scans and writers, within one budget for the process. Thread-safe. A scan allocates at its
 * first read, and again if it decompresses ahead. A writer allocates when it begins to compress ahead. Each releases its memory
 * when it closes, or earlier when it is left to Cassandra.
 *
 * <p>The pool obtains memory from the JVM in slabs of equal size and cuts every layout from them. Scans with different
 * block sizes therefore use the same memory, and a change of the block size needs no new memory from the JVM.
 *
 * <p>Slabs are never freed explicitly, because a reader can be closed while another thread still reads from it, and
 * that thread must not read unmapped memory. A slab that is dropped (read-ahead switched off, budget reduced) is left
 * to the garbage collector. It counts towards the budget until it has been collected, and is used again if memory is
 * needed before that.
 */
public final class BlockPool {
    /** The use of an allocation, which limits its share of the budget. */
    public enum Use {
        /** A scan that reads everything. It can use the whole budget. */
        SCAN,
        /**
         * A range read. All range reads together can use half of the budget, so that the other half remains for
         * compactions.
         */
        RANGE_READ,
        /**
         * Compressing and decompressing ahead. Both are optional, so they get memory only while less than half of the budget is
         * allocated.
         */
        AHEAD
    }

    /** Larger than the largest layout, which has a block of 4 MiB, and small enough to be obtained when it is needed. */
    static final int SLAB_BYTES = 8 << 20;

    private final int slabBytes;
    /** Held while a slab is obtained from the JVM, which can take milliseconds, so that only one is obtained at a time. */
    private final Object growth = new Object();

    private final List<Slab> slabs = new ArrayList<>();
    /**
     * The memory of dropped slabs. A closed reader can still have a view of it. Such a view keeps the memory reachable, but
     * not the slab.
     */
    private final List<WeakReference<ByteBuffer>> dropped = new ArrayList<>();

    private long budgetBytes;
    private long slabCapacityBytes;
    private long bytesInUse;
    /** Memory that is not in use, and to which a thread can still write. */
    private long abandonedBytes;

    private long rangeReadBytes;
    private long blocksInUse;
    private int pendingScans;
    private boolean keepsIdle = true;

    public BlockPool(long budgetBytes) {
        this(budgetBytes, SLAB_BYTES);
    }

    BlockPool(long budgetBytes, int slabBytes) {
        this.budgetBytes = budgetBytes;
        this.slabBytes = slabBytes;
    }

    /**
     * @param bytes at most the size of a slab
     * @return direct memory of exactly this capacity; pass it to {@link #release} once
     * @throws BlockUnavailableException if the budget is spent or the JVM has no direct memory to spare
     */
    public Allocation acquire(int bytes, Use use) throws BlockUnavailableException {
        Allocation allocation = fromSlabs(bytes, use);
        if (allocation != null) return allocation;
        synchronized (growth) {
            // Another thread can have obtained a slab, or released memory.
            allocation = fromSlabs(bytes, use);
            return allocation != null ? allocation : fromNewSlab(bytes, use);
        }
    }

    private synchronized @Nullable Allocation fromSlabs(int bytes, Use use) throws BlockUnavailableException {
        if (!isAllowed(bytes, use)) throw spent();
        for (Slab slab : slabs) {
            Allocation allocation = fromSlab(slab, bytes, use);
            if (allocation != null) return allocation;
        }
        return null;
    }

    /** Returns whether the budget allows an allocation now. The JVM can still have no direct memory to spare. */
    public synchronized boolean isAllowed(int bytes, Use use) {
        return Slab.roundedUp(bytes) <= allowedBytes(use);
    }

    private long allowedBytes(Use use) {
        switch (use) {
            case RANGE_READ:
                return Math.min(budgetBytes - bytesInUse, budgetBytes / 2 - rangeReadBytes);
            case AHEAD:
                return budgetBytes / 2 - bytesInUse;
            default:
                return budgetBytes - bytesInUse;
        }
    }

    private @Nullable Allocation fromSlab(Slab slab, int bytes, Use use) {
        int roundedBytes = Slab.roundedUp(bytes);
        int offset = slab.allocate(roundedBytes);
        if (offset < 0) return null;
        Allocation allocation = null;
        try {
            allocation = new Allocation(slab, offset, roundedBytes, bytes, use);
        } finally {
            // Without heap memory for the allocation, the run must not be lost.
            if (allocation == null) slab.free(offset, roundedBytes);
        }
        bytesInUse += roundedBytes;
        if (use == Use.RANGE_READ) rangeReadBytes += roundedBytes;
        blocksInUse++;
        return allocation;
    }

    /**
     * The caller holds {@link #growth}. It must not hold the pool's lock, so that releases and gauges do not wait until the
     * JVM has allocated a slab.
     */
    private Allocation fromNewSlab(int bytes, Use use) throws BlockUnavailableException {
        int roundedBytes = Slab.roundedUp(bytes);
        int newBytes;
        synchronized (this) {
            Slab slab = droppedSlab(bytes);
            if (slab != null) return fromAdded(slab, bytes, use);
            newBytes = (int) Math.max(0, Math.min(slabBytes, budgetBytes - heldBytes())) & -Slab.PAGE_BYTES;
            if (newBytes < roundedBytes) throw spent();
        }
        // If direct memory is scarce, the slab is smaller than the others.
        ByteBuffer memory = DirectMemory.tryAllocate(roundedBytes, newBytes);
        if (memory == null) throw new BlockUnavailableException(BlockUnavailableException.Reason.DIRECT_MEMORY);
        synchronized (this) {
            return fromAdded(new Slab(memory), bytes, use);
        }
    }

    /** @param slab unused, and large enough */
    private Allocation fromAdded(Slab slab, int bytes, Use use) throws BlockUnavailableException {
        slabs.add(slab);
        slabCapacityBytes += slab.capacityBytes();
        // Other threads can have allocated meanwhile. They need not wait for the new slab if the other slabs have room.
        if (!isAllowed(bytes, use)) {
            // The budget can be lower than the memory that is held now.
            dropUnneeded();
            throw spent();
        }
        return Objects.requireNonNull(fromSlab(slab, bytes, use));
    }

    /** @return a slab of memory that was dropped and has not been collected; null if there is none that is large enough */
    private @Nullable Slab droppedSlab(int bytes) {
        for (Iterator<WeakReference<ByteBuffer>> references = dropped.iterator(); references.hasNext(); ) {
            ByteBuffer memory = references.next().get();
            if (memory == null) continue;
            Slab slab = new Slab(memory);
            if (slab.capacityBytes() < bytes) continue;
            references.remove();
            return slab;
        }
        return null;
    }

    /** Releases what {@link #acquire} returned. A second call for the same allocation has no effect. */
    public synchronized void release(Allocation allocation) {
        if (!endUse(allocation)) return;
        allocation.slab.free(allocation.offset, allocation.slabBytes);
        dropUnneeded();
    }

    /**
     * Ends the use of an allocation to whose memory another thread can still write. The pool does not allocate it again, and
     * does not drop its slab, until {@link #reclaim}.
     */
    public synchronized void abandon(Allocation allocation) {
        if (!endUse(allocation)) return;
        allocation.abandoned = true;
        abandonedBytes += allocation.slabBytes;
    }

    /**
     * Called for an abandoned allocation when no thread can write to its memory any more. Has no effect on an allocation that
     * was reclaimed or released.
     */
    public synchronized void reclaim(Allocation allocation) {
        if (!allocation.abandoned) return;
        allocation.abandoned = false;
        abandonedBytes -= allocation.slabBytes;
        allocation.slab.free(allocation.offset, allocation.slabBytes);
        dropUnneeded();
    }

    /** @return false if its use has ended before */
    private boolean endUse(Allocation allocation) {
        if (allocation.released) return false;
        allocation.released = true;
        bytesInUse -= allocation.slabBytes;
        if (allocation.use == Use.RANGE_READ) rangeReadBytes -= allocation.slabBytes;
        blocksInUse--;
        return true;
    }

    /**
     * Registers a scan of everything before its first read. All scans of a compaction are opened before the first of
     * them reads.
     */
    public synchronized void registerPendingScan() {
        pendingScans++;
    }

    /** Reverts {@link #registerPendingScan}, once the scan has its memory or is closed. */
    public synchronized void unregisterPendingScan() {
        pendingScans--;
    }

    /** @return whether each pending scan, or the caller if no scan is pending, can allocate that many bytes */
    public synchronized boolean hasRoomForPendingScans(int bytes) {
        int roundedBytes = Slab.roundedUp(bytes);
        long growthBytes = Math.max(0, budgetBytes - slabCapacityBytes);
        long room = growthBytes / slabBytes * (slabBytes / roundedBytes) + growthBytes % slabBytes / roundedBytes;
        for (Slab slab : slabs) room += slab.room(roundedBytes);
        long allowed = Math.max(0, budgetBytes - bytesInUse) / roundedBytes;
        return Math.min(room, allowed) >= Math.max(1, pendingScans);
    }

    /** Sets whether unused memory is kept for later scans. If not, every slab is dropped when nothing uses it. */
    public synchronized void keepsIdle(boolean keepsIdle) {
        this.keepsIdle = keepsIdle;
        dropUnneeded();
    }

    /** Open scans and writers keep their memory. A lower budget applies to new ones, and drops slabs as soon as they are unused. */
    public synchronized void budgetBytes(long budgetBytes) {
        this.budgetBytes = budgetBytes;
        dropUnneeded();
    }

    private void dropUnneeded() {
        for (int i = slabs.size() - 1; i >= 0; i--) {
            Slab slab = slabs.get(i);
            if (!slab.isUnused() || (keepsIdle && slabCapacityBytes <= budgetBytes)) continue;
            slabs.remove(i);
            slabCapacityBytes -= slab.capacityBytes();
            dropped.add(new WeakReference<>(slab.memory()));
        }
    }

    /** Direct memory that the pool holds, including dropped memory that the garbage collector has not freed yet. */
    public synchronized long heldBytes() {
        long bytes = slabCapacityBytes;
        for (Iterator<WeakReference<ByteBuffer>> references = dropped.iterator(); references.hasNext(); ) {
            ByteBuffer memory = references.next().get();
            if (memory == null) references.remove();
            else bytes += memory.capacity() & -Slab.PAGE_BYTES;
        }
        return bytes;
    }

    public synchronized long budgetBytes() {
        return budgetBytes;
    }

    /** Memory that scans and writers have allocated. */
    public synchronized long bytesInUse() {
        return bytesInUse;
    }

    /** Allocations that scans and writers have not released. */
    public synchronized long blocksInUse() {
        return blocksInUse;
    }

    /** Memory of slabs that can be allocated. */
    public synchronized long idleBytes() {
        return slabCapacityBytes - bytesInUse - abandonedBytes;
    }

    private static BlockUnavailableException spent() {
        return new BlockUnavailableException(BlockUnavailableException.Reason.BUDGET_SPENT);
    }
}
