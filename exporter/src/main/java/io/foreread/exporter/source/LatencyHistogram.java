package io.foreread.exporter.source;

import com.codahale.metrics.Snapshot;
import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * How the buckets of a Cassandra timer become those of a Prometheus histogram. Immutable.
 *
 * <p>Cassandra counts by 127 or 164 bounds, each 1.2 times the last. We keep those of its bounds that follow a 1-2.5-5
 * series, so that every value stays counted exactly. Bounds are in nanoseconds up to 4.0 and in microseconds from 4.1
 * on; in both they reach to about five hours, which tells the one from the other.
 */
final class LatencyHistogram {
    /** The last bound is 1.9e13 (5 h in ns) or 2.1e10 (6 h in us): half-way between. */
    private static final long LEAST_LAST_BOUND_IN_NANOS = 1_000_000_000_000L;

    private static final double[] WANTED_SECONDS = {
        0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30
    };

    /** By the offsets object: a node has one or two. */
    private static final Map<Offsets, LatencyHistogram> KNOWN = new ConcurrentHashMap<>();

    private final double unitsPerSecond;
    private final double[] upperBounds;
    /** Index of the last native bucket below each of our bounds. */
    private final int[] lastNativeBucket;

    private final long[] offsets;

    private LatencyHistogram(long[] offsets) {
        this.offsets = offsets;
        unitsPerSecond = offsets[offsets.length - 1] >= LEAST_LAST_BOUND_IN_NANOS ? 1e9 : 1e6;
        upperBounds = new double[WANTED_SECONDS.length + 1];
        lastNativeBucket = new int[upperBounds.length];
        int index = 0;
        for (int i = 0; i < WANTED_SECONDS.length; i++) {
            while (index < offsets.length - 1 && offsets[index] / unitsPerSecond < WANTED_SECONDS[i]) index++;
            upperBounds[i] = offsets[index] / unitsPerSecond;
            lastNativeBucket[i] = index;
        }
        upperBounds[WANTED_SECONDS.length] = Double.POSITIVE_INFINITY;
        lastNativeBucket[WANTED_SECONDS.length] = offsets.length;
    }

    /**
     * @param snapshot whose values are counts per native bucket, the overflow bucket last, and never decay
     * @throws IllegalArgumentException if it does not count by bounds as Cassandra's own does
     */
    static LatencyHistogram of(Snapshot snapshot, int valuesLength) {
        long[] offsets = BucketOffsets.of(snapshot);
        if (offsets == null || offsets.length < WANTED_SECONDS.length || offsets.length + 1 != valuesLength)
            throw new IllegalArgumentException(snapshot.getClass().getName() + " does not count by buckets");
        return KNOWN.computeIfAbsent(new Offsets(offsets), key -> new LatencyHistogram(offsets));
    }

    /** In seconds, ascending; the last is infinite. */
    double[] upperBounds() {
        return upperBounds;
    }

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

    /** Seconds, for timers with no exact sum beside them: at most 20 % too much, as Cassandra's own mean. */
    double estimatedSum(long[] values) {
        double sum = 0;
        for (int i = 0; i < values.length; i++)
            sum += values[i] * (offsets[Math.min(i, offsets.length - 1)] / unitsPerSecond);
        return sum;
    }

    /** Equal by content: 3.11 and 4.0 keep one array for all reservoirs, but that is not promised. */
    private static final class Offsets {
        private final long[] values;

        Offsets(long[] values) {
            this.values = values;
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof Offsets && Arrays.equals(values, ((Offsets) other).values);
        }

        @Override
        public int hashCode() {
            return Arrays.hashCode(values);
        }
    }
}
