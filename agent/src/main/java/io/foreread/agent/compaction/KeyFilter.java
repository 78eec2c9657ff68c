package io.foreread.agent.compaction;

import io.foreread.exporter.recorder.InputRecorder;
import java.nio.ByteBuffer;
import java.util.PrimitiveIterator;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import java.util.function.LongToIntFunction;
import org.jspecify.annotations.Nullable;

/**
 * Decides for one compaction whether a key can be in the key cache. One thread calls {@link #mayContain} and {@link
 * #release}; any thread calls {@link #add} and {@link #lose}.
 *
 * <p>The filter is complete when a scan of the cache has ended: it contains every key that was in the cache when the scan
 * began, and every key that was inserted later. Keys are added from the moment before the scan begins. A thread inserts a key
 * first and then adds it, so that either the scan or the addition finds the key. Evictions make the filter only too large.
 * While an insertion has not returned, the filter can lack its key: a lookup at the same time can miss this key as well.
 *
 * <p>Without a complete filter, every key may be cached. The scan is made in steps, one per partition, in proportion to the
 * lookups that the compaction makes meanwhile. A large cache delays the filter, and no partition waits for a whole scan.
 * When the filter becomes full, it is built again by another scan, and then has the keys that are in the cache at that time.
 */
final class KeyFilter {
    /** A step visits one key for this many lookups, because visiting a key takes several times as long as a lookup. */
    static final int LOOKUPS_PER_VISIT = 8;

    /** If the filter becomes full before a scan has ended, the compaction makes this many times its lookups without a scan. */
    static final int PAUSE_PER_SCAN = 8;

    private final CachedKeys cached;
    private final LongToIntFunction slotsFor;
    private final LongSupplier clockNanos;
    private final FilterMemory memory;
    private final InputRecorder recorder;

    private volatile @Nullable KeySet keys;
    /** Whether a key was possibly inserted without a call of {@link #add}. */
    private final AtomicBoolean lost = new AtomicBoolean();

    private final AtomicLong reservedBytes = new AtomicLong();

    /** Whether {@link #keys} has all keys of a scan. This and the next fields are used by the compaction's thread only. */
    private boolean complete;
    /** The rest of the scan that is being made; null if there is none. */
    private PrimitiveIterator.@Nullable OfLong scan;
    /** Lookups since the begin of the scan. */
    private long lookups;
    /** Keys that the scan has visited. */
    private long visited;
    /** Lookups to be made before the next scan begins. */
    private long pauseLookups;

    /** @param clockNanos such as {@code System::nanoTime} */
    KeyFilter(CachedKeys cached, LongSupplier clockNanos, FilterMemory memory, InputRecorder recorder) {
        this(cached, KeySet::slotsFor, clockNanos, memory, recorder);
    }

    /** @param slotsFor the slots of a set, a power of two, by the number of keys in the cache */
    KeyFilter(
            CachedKeys cached,
            LongToIntFunction slotsFor,
            LongSupplier clockNanos,
            FilterMemory memory,
            InputRecorder recorder) {
        this.cached = cached;
        this.slotsFor = slotsFor;
        this.clockNanos = clockNanos;
        this.memory = memory;
        this.recorder = recorder;
    }

    /**
     * @param inputs the number of lookups that the caller makes if the result is true
     * @return false if the key is not in the cache for any input
     */
    boolean mayContain(ByteBuffer key, int inputs) {
        if (!complete && !lost.get()) step(inputs);
        KeySet current = keys;
        if (complete && current != null && !current.isFull() && !lost.get()) return current.mayContain(KeyHash.of(key));
        if (complete || lost.get()) release();
        return true;
    }

    /** Continues the scan, or begins one. */
    private void step(int inputs) {
        if (scan == null) {
            if (pauseLookups > 0) pauseLookups -= inputs;
            else begin();
        }
        PrimitiveIterator.OfLong rest = scan;
        KeySet current = keys;
        if (rest == null || current == null) return;
        // An exception can lose a key that was taken from the scan. The scan is then not continued.
        scan = null;
        long startNanos = clockNanos.getAsLong();
        lookups += inputs;
        while (visited < lookups / LOOKUPS_PER_VISIT && !current.isFull() && rest.hasNext()) {
            long hash = rest.nextLong();
            if (hash != CachedKeys.OF_OTHER_SSTABLE) current.add(hash);
            visited++;
        }
        boolean full = current.isFull();
        boolean ended = !full && !rest.hasNext();
        recorder.filterScanned(clockNanos.getAsLong() - startNanos);
        if (full) {
            pauseLookups = PAUSE_PER_SCAN * lookups;
            release();
        } else if (ended) {
            recorder.filterBuilt();
            complete = true;
        } else {
            scan = rest;
        }
    }

    /** Begins a scan, unless there is no memory. */
    private void begin() {
        release();
        int slots = slotsFor.applyAsInt(cached.cacheSize());
        long bytes = KeySet.bytesOf(slots);
        if (!memory.reserve(bytes)) return;
        reservedBytes.addAndGet(bytes);
        lookups = 0;
        visited = 0;
        // Before the scan: a key that is inserted from now on is added by its thread.
        keys = new KeySet(slots);
        scan = cached.scan();
    }

    /** Adds a key that was inserted into the cache. */
    void add(long hash) {
        KeySet current = keys;
        if (current != null) current.add(hash);
    }

    /**
     * From now on, every key may be cached.
     *
     * @return whether this is the first call
     */
    boolean lose() {
        return !lost.get() && lost.compareAndSet(false, true);
    }

    /** Releases the memory. The filter is built again if it is used again. */
    void release() {
        complete = false;
        scan = null;
        keys = null;
        memory.release(reservedBytes.getAndSet(0));
    }

    /** Releases the memory. From now on, every key may be cached. */
    void close() {
        lost.set(true);
        release();
    }
}
