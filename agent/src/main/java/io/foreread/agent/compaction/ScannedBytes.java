package io.foreread.agent.compaction;

import java.lang.ref.WeakReference;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The bytes that running compactions have scanned, as they were summed last. Two compactions can share a slot. Each then
 * replaces the sum of the other, and never uses it. Thread-safe.
 */
final class ScannedBytes {
    /** The rate limiter takes the bytes of this time at once. At the usual 64 MiB/s they are 0.6 MiB. */
    static final long MAX_AGE_NANOS = TimeUnit.MILLISECONDS.toNanos(10);

    private static final int SLOTS = 64;

    private final AtomicReferenceArray<Sum> sums = new AtomicReferenceArray<>(SLOTS);
    private final LongSupplier clockNanos;

    /** @param clockNanos such as {@code System::nanoTime} */
    ScannedBytes(LongSupplier clockNanos) {
        this.clockNanos = clockNanos;
    }

    /** @return 0 if the bytes must be summed */
    long recent(List<?> scanners) {
        Sum sum = sums.get(slot(scanners));
        if (sum == null || !sum.isOf(scanners)) return 0;
        return clockNanos.getAsLong() - sum.summedAtNanos < MAX_AGE_NANOS ? sum.bytes : 0;
    }

    void summed(List<?> scanners, long bytes) {
        sums.set(slot(scanners), new Sum(scanners, bytes, clockNanos.getAsLong()));
    }

    /** The hash code of a list would ask every scanner. */
    private static int slot(List<?> scanners) {
        return System.identityHashCode(scanners) & (SLOTS - 1);
    }

    private static final class Sum extends WeakReference<List<?>> {
        final long bytes;
        final long summedAtNanos;

        Sum(List<?> scanners, long bytes, long summedAtNanos) {
            super(scanners);
            this.bytes = bytes;
            this.summedAtNanos = summedAtNanos;
        }

        boolean isOf(@Nullable List<?> scanners) {
            return get() == scanners;
        }
    }
}
