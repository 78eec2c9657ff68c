package io.foreread.agent.compaction;

import java.lang.ref.WeakReference;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.LongSupplier;

/**
 * The bytes that the scanners of running compactions have read, as they were summed last. If more than
 * {@link #SEARCHED} compactions share their slots, the sum of one replaces that of another. Thread-safe.
 */
final class ScannedBytes {
    /**
     * Until the next sum, Cassandra asks the rate limiter for one byte per partition, and then for all bytes of this time at
     * once: 0.2 MiB for a compaction with 200 MiB/s.
     */
    static final long MAX_AGE_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

    /** A power of two. */
    static final int SLOTS = 64;
    /** The number of consecutive slots that are searched for a compaction. */
    static final int SEARCHED = 4;

    private final AtomicReferenceArray<Sum> sums = new AtomicReferenceArray<>(SLOTS);
    private final LongSupplier clockNanos;

    /** @param clockNanos such as {@code System::nanoTime} */
    ScannedBytes(LongSupplier clockNanos) {
        this.clockNanos = clockNanos;
    }

    /** @return 0 if there is no sum of these scanners, or if it is too old */
    long recent(List<?> scanners) {
        for (int i = 0; i < SEARCHED; i++) {
            Sum sum = sums.get(slot(scanners, i));
            if (sum != null && sum.isOf(scanners)) return isRecent(sum, clockNanos.getAsLong()) ? sum.bytes : 0;
        }
        return 0;
    }

    void summed(List<?> scanners, long bytes) {
        long now = clockNanos.getAsLong();
        sums.set(slotFor(scanners, now), new Sum(scanners, bytes, now));
    }

    /** @return the slot with the sum of these scanners, or one without a recent sum, or else the first one */
    private int slotFor(List<?> scanners, long now) {
        int free = -1;
        for (int i = 0; i < SEARCHED; i++) {
            int slot = slot(scanners, i);
            Sum sum = sums.get(slot);
            if (sum != null && sum.isOf(scanners)) return slot;
            if (free < 0 && (sum == null || !isRecent(sum, now))) free = slot;
        }
        return free < 0 ? slot(scanners, 0) : free;
    }

    /** The hash code of the list would ask every scanner. */
    private static int slot(List<?> scanners, int searched) {
        return (System.identityHashCode(scanners) + searched) & (SLOTS - 1);
    }

    private static boolean isRecent(Sum sum, long now) {
        return now - sum.summedAtNanos < MAX_AGE_NANOS;
    }

    private static final class Sum extends WeakReference<List<?>> {
        final long bytes;
        final long summedAtNanos;

        Sum(List<?> scanners, long bytes, long summedAtNanos) {
            super(scanners);
            this.bytes = bytes;
            this.summedAtNanos = summedAtNanos;
        }

        boolean isOf(List<?> scanners) {
            return get() == scanners;
        }
    }
}
