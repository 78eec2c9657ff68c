package io.foreread.agent.compaction;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLongArray;

/**
 * A set of hashes of keys, of a fixed size. Hashes are never removed. Thread-safe and without locks: threads that read
 * sstables add to it while a compaction uses it.
 *
 * <p>After {@link #add} has returned, {@link #mayContain} returns true for the hash. A full set may contain any hash.
 */
final class KeySet {
    /** With 8 bytes per slot, a set has at most 8 MiB. */
    static final int MAX_SLOTS = 1 << 20;

    private static final int MIN_SLOTS = 1 << 12;

    /**
     * Longer searches do not occur with keys that are half of the slots, unless their hashes were chosen. Threads that read
     * sstables add keys, and must not search for long.
     */
    static final int MAX_SEARCH = 128;

    private final AtomicLongArray slots;
    private final int mask;
    private final int maxHashes;
    private final AtomicInteger hashes = new AtomicInteger();
    private volatile boolean full;

    /** @param slotCount a power of two */
    KeySet(int slotCount) {
        slots = new AtomicLongArray(slotCount);
        mask = slotCount - 1;
        // The rest keeps searches short, and is room for the threads that add a hash while the set becomes full.
        maxHashes = slotCount / 2;
    }

    /**
     * Returns the size of a set for these keys and at least a third more, which can be cached later.
     *
     * @param keys the expected number of keys; a set for very many keys is not larger than {@link #MAX_SLOTS}
     */
    static int slotsFor(long keys) {
        int slotCount = MIN_SLOTS;
        while (slotCount < MAX_SLOTS && slotCount / 8 * 3L < keys) slotCount <<= 1;
        return slotCount;
    }

    static long bytesOf(int slotCount) {
        return (long) slotCount * Long.BYTES;
    }

    /** @param hash not 0 */
    void add(long hash) {
        if (full) return;
        int slot = (int) hash & mask;
        for (int searched = 0; searched < MAX_SEARCH; searched++) {
            long present = slots.get(slot);
            if (present == 0 && slots.compareAndSet(slot, 0, hash)) {
                if (hashes.incrementAndGet() >= maxHashes) full = true;
                return;
            }
            // Another thread can have taken the slot for the same hash.
            if (slots.get(slot) == hash) return;
            slot = (slot + 1) & mask;
        }
        full = true;
    }

    /** @param hash not 0 */
    boolean mayContain(long hash) {
        if (full) return true;
        int slot = (int) hash & mask;
        for (int searched = 0; searched < MAX_SEARCH; searched++) {
            long present = slots.get(slot);
            if (present == hash) return true;
            if (present == 0) return false;
            slot = (slot + 1) & mask;
        }
        return true;
    }

    /** Returns whether hashes are no longer added. */
    boolean isFull() {
        return full;
    }
}
