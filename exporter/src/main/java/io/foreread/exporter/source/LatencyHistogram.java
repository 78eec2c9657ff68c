package io.foreread.exporter.source;

import java.util.concurrent.ConcurrentHashMap;

/**
 * Cassandra's estimated histogram as a Prometheus one.
 *
 * <p>Its buckets are at 1, 2, 3, ... each 1.2 times the last (EstimatedHistogram.newOffsets), in nanoseconds up to 4.0
 * and microseconds from 4.1 on. The number of buckets tells which: 164 reach from 1 ns, 127 from 1 us, to about the same
 * end. We keep those native bounds that lie next to a 1-2.5-5 series, so every value stays counted exactly.
 */
final class LatencyHistogram {
    /** DecayingEstimatedHistogramReservoir.LOW_BUCKET_COUNT is 127, DEFAULT_BUCKET_COUNT 164. */
    private static final int MOST_MICROSECOND_BUCKETS = 140;

    private static final double[] WANTED_SECONDS = {
        0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30
    };

    private static final ConcurrentHashMap<Integer, LatencyHistogram> BY_LENGTH = new ConcurrentHashMap<>();

    private final double[] upperBounds;
    private final int[] lastNativeBucket;

    private LatencyHistogram(int valuesLength) {
        double unitSeconds = valuesLength <= MOST_MICROSECOND_BUCKETS ? 1e-6 : 1e-9;
        long[] offsets = offsets(valuesLength - 1);
        upperBounds = new double[WANTED_SECONDS.length + 1];
        lastNativeBucket = new int[WANTED_SECONDS.length + 1];
        int index = 0;
        for (int i = 0; i < WANTED_SECONDS.length; i++) {
            while (index < offsets.length - 1 && offsets[index] * unitSeconds < WANTED_SECONDS[i]) index++;
            upperBounds[i] = offsets[index] * unitSeconds;
            lastNativeBucket[i] = index;
        }
        upperBounds[WANTED_SECONDS.length] = Double.POSITIVE_INFINITY;
        lastNativeBucket[WANTED_SECONDS.length] = valuesLength - 1;
    }

    /** @param valuesLength number of values of a snapshot, the overflow bucket included */
    static LatencyHistogram of(int valuesLength) {
        return BY_LENGTH.computeIfAbsent(valuesLength, LatencyHistogram::new);
    }

    double[] upperBounds() {
        return upperBounds;
    }

    /** @param values counts per native bucket, never decaying */
    long[] cumulativeCounts(long[] values) {
        long[] counts = new long[lastNativeBucket.length];
        long total = 0;
        int index = 0;
        for (int i = 0; i < counts.length; i++) {
            for (; index <= lastNativeBucket[i]; index++) total += values[index];
            counts[i] = total;
        }
        return counts;
    }

    private static long[] offsets(int size) {
        long[] offsets = new long[size];
        long last = 1;
        offsets[0] = last;
        for (int i = 1; i < size; i++) {
            long next = Math.round(last * 1.2);
            if (next == last) next++;
            offsets[i] = next;
            last = next;
        }
        return offsets;
    }
}
