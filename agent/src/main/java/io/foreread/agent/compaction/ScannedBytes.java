package io.foreread.agent.compaction;

import java.lang.ref.WeakReference;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The bytes that the scanners of running compactions have read, as they were summed last. A sum is a hint: if more
 * compactions run than there are slots, the sum of one replaces that of another. Thread-safe.
 */
final class ScannedBytes {
    /**
     * Until the next sum the rate limiter does not delay the compaction. Then it is asked for all bytes of this time at once:
     * 0.2 MiB for a compaction with 200 MiB/s.
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
        Sum sum = sumAt(slotOf(scanners));
        return sum != null && sum.isOf(scanners) && isRecent(sum, clockNanos.getAsLong()) ? sum.bytes : 0;
    }

    void summed(List<?> scanners, long bytes) {
        long now = clockNanos.getAsLong();
        int slot = slotOf(scanners);
        Sum present = sumAt(slot);
        if (present != null && !present.isOf(scanners)) slot = firstFree(scanners, now);
        sums.set(slot, new Sum(scanners, bytes, now));
    }

    /** The next call of {@link #recent} returns 0. */
    void forget(List<?> scanners) {
        int slot = slotOf(scanners);
        Sum sum = sumAt(slot);
        if (sum != null && sum.isOf(scanners)) sums.compareAndSet(slot, sum, null);
    }

    /** @return the slot with the sum of these scanners; if there is none, the first one that is searched */
    private int slotOf(List<?> scanners) {
        // The hash code of the list would ask every scanner.
        int first = System.identityHashCode(scanners);
        for (int i = 0; i < SEARCHED; i++) {
            Sum sum = sumAt(first + i);
            if (sum != null && sum.isOf(scanners)) return (first + i) & (SLOTS - 1);
        }
        return first & (SLOTS - 1);
    }

    /** @return a slot without a recent sum; if there is none, the first one that is searched */
    private int firstFree(List<?> scanners, long now) {
        int first = System.identityHashCode(scanners);
        for (int i = 0; i < SEARCHED; i++) {
            Sum sum = sumAt(first + i);
            if (sum == null || !isRecent(sum, now)) return (first + i) & (SLOTS - 1);
        }
        return first & (SLOTS - 1);
    }

    private @Nullable Sum sumAt(int slot) {
        return sums.get(slot & (SLOTS - 1));
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
