package io.foreread.agent.compaction;

import io.foreread.exporter.recorder.InputRecorder;
import java.nio.ByteBuffer;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Decides for one compaction whether a key can be in the key cache. One thread calls {@link #mayContain} and {@link #close};
 * any thread calls {@link #add} and {@link #lose}.
 *
 * <p>The filter is complete: it contains every key that was in the cache when it was built, and every key that was inserted
 * later. Keys are added from the moment before the cache is scanned. A thread inserts a key first and then adds it, so that
 * either the scan or the addition finds the key. Evictions make the filter only too large.
 *
 * <p>Without a complete filter, every key may be cached. That is so until the compaction has made as many lookups as the
 * cache has keys, because a scan of the cache costs about as much; then it builds the filter. The filter becomes full when
 * about as many keys were added as it had before, and is built again under the same condition. It then has the keys that are
 * in the cache at that time.
 */
final class KeyFilter {
    /** After a build that took a second, the next one follows at least 20 seconds later. */
    private static final int MIN_PAUSE_PER_BUILD = 20;

    private final CachedKeys cached;
    private final LongSupplier clockNanos;
    private final FilterMemory memory;
    private final InputRecorder recorder;

    private volatile @Nullable KeySet keys;
    /** Whether a key was possibly inserted without a call of {@link #add}. */
    private volatile boolean lost;

    private final AtomicLong reservedBytes = new AtomicLong();
    /** Whether {@link #keys} has the keys of a scan. This and the next two fields are used by the compaction's thread only. */
    private boolean scanned;

    private long lookups;
    private long nextBuildNanos;

    /** @param clockNanos such as {@code System::nanoTime} */
    KeyFilter(CachedKeys cached, LongSupplier clockNanos, FilterMemory memory, InputRecorder recorder) {
        this.cached = cached;
        this.clockNanos = clockNanos;
        this.memory = memory;
        this.recorder = recorder;
        nextBuildNanos = clockNanos.getAsLong();
    }

    /**
     * @param inputs the number of lookups that the caller makes if the result is true
     * @return false if the key is not in the cache for any input
     */
    boolean mayContain(ByteBuffer key, int inputs) {
        KeySet complete = completeKeys();
        if (complete != null) return complete.mayContain(KeyHash.of(key));
        lookups += inputs;
        return true;
    }

    private @Nullable KeySet completeKeys() {
        if (lost) {
            free();
            return null;
        }
        KeySet current = keys;
        if (scanned && current != null && !current.isFull()) return current;
        if (lookups < cached.cacheSize() || clockNanos.getAsLong() - nextBuildNanos < 0) return null;
        return build();
    }

    private @Nullable KeySet build() {
        long startNanos = clockNanos.getAsLong();
        free();
        lookups = 0;
        KeySet next = allocate(cached.cacheSize());
        if (next != null) {
            // Before the scan: a key that is inserted from now on is added by its thread.
            keys = next;
            cached.addTo(next);
            scanned = true;
        }
        long nanos = clockNanos.getAsLong() - startNanos;
        nextBuildNanos = startNanos + nanos + MIN_PAUSE_PER_BUILD * nanos;
        if (next == null) return null;
        recorder.filterBuilt(nanos);
        return lost || next.isFull() ? null : next;
    }

    /** @return null if there is no memory */
    private @Nullable KeySet allocate(long cacheSize) {
        int slots = KeySet.slotsFor(cacheSize);
        long bytes = KeySet.bytesOf(slots);
        if (!memory.reserve(bytes)) return null;
        reservedBytes.addAndGet(bytes);
        return new KeySet(slots);
    }

    /** Adds a key that was inserted into the cache. */
    void add(long hash) {
        KeySet current = keys;
        if (current != null) current.add(hash);
    }

    /** From now on, every key may be cached. */
    void lose() {
        lost = true;
    }

    /** Releases the memory. The filter must not be used any more. */
    void close() {
        lost = true;
        free();
    }

    private void free() {
        scanned = false;
        keys = null;
        memory.release(reservedBytes.getAndSet(0));
    }
}
