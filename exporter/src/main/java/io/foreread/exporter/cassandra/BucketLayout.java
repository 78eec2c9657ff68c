package io.foreread.exporter.cassandra;

import io.foreread.exporter.catalog.Metric;
import io.foreread.exporter.source.Distribution;
import io.foreread.exporter.source.EstimatedBuckets;

/**
 * Maps the buckets of a Cassandra histogram to those of a Prometheus histogram. Immutable.
 *
 * <p>Cassandra has 90 to 165 buckets, each bound 1.2 times the previous one. Its bounds differ between releases. The exported bounds are
 * {@link NominalBounds}, which are the same for every release. The count at a nominal bound is the exact count at the
 * nearest bound of Cassandra. Within the range of Cassandra's bounds, the nearest bound is at most 1.1 (the square root
 * of 1.2) times higher or lower than the nominal bound, apart from rounding to whole numbers. The counts at the bounds
 * 1 to 8 are exact, because Cassandra has a bucket for each of these numbers.
 */
final class BucketLayout {
    /** The factor that converts a value to the family's unit. */
    private final double scale;

    private final long[] offsets;
    private final NominalBounds bounds;
    /**
     * For each finite bound: the index of the last bucket of Cassandra that the count at this bound includes; -1 for
     * none.
     */
    private final int[] lastNativeBucket;

    /** @param scale the unit in which Cassandra counts, as a factor of {@code unit} */
    BucketLayout(long[] offsets, double scale, Metric.Unit unit) {
        this.offsets = offsets;
        this.scale = scale;
        bounds = NominalBounds.of(unit, scale, offsets[0] == 0);
        lastNativeBucket = new int[bounds.values().length];
        for (int i = 0; i < lastNativeBucket.length; i++)
            lastNativeBucket[i] = nearest(offsets, inNativeUnit(bounds.values()[i], scale));
    }

    /**
     * Returns the index of the offset that is nearest to a bound by ratio.
     *
     * @return the index; -1 if all offsets are above the bound. If all offsets are below the bound, the last index,
     *     because higher values are in the overflow bucket.
     */
    private static int nearest(long[] offsets, double bound) {
        int above = 0;
        while (above < offsets.length && offsets[above] <= bound) above++;
        int below = above - 1;
        if (below < 0 || above == offsets.length) return below;
        // Values are integers, so the count at a bound between 2 and 3 is exactly the count at 2.
        if (offsets[above] - offsets[below] == 1) return below;
        return (double) offsets[above] * offsets[below] < bound * bound ? above : below;
    }

    private static double inNativeUnit(double value, double scale) {
        double reciprocal = Math.rint(1 / scale);
        return scale < 1 && Math.abs(1 / scale - reciprocal) < 1e-3 ? value * reciprocal : value / scale;
    }

    /**
     * Multiplies a value by a scale. If the reciprocal of the scale is an integer, divides the value by the reciprocal
     * instead, which is more exact: 1e-6 is not exact as a double, but 1e6 is, and 103 us must become 0.000103.
     */
    static double inUnit(double value, double scale) {
        double reciprocal = Math.rint(1 / scale);
        return scale < 1 && Math.abs(1 / scale - reciprocal) < 1e-3 ? value / reciprocal : value * scale;
    }

    /**
     * Returns the unit of a timer in seconds.
     *
     * @throws IllegalArgumentException if the distribution has no bucket counts
     */
    static double secondsPerUnit(Distribution distribution) {
        long[] offsets = distribution.bucketOffsets();
        if (offsets == null) throw new IllegalArgumentException(distribution + " has no bucket counts");
        return EstimatedBuckets.inNanoseconds(offsets) ? 1e-9 : 1e-6;
    }

    /** Appends the maximum error of bucket counts to the help of a family. */
    static String help(String help) {
        return help.substring(0, help.length() - 1)
                + "; the count at each bound is the exact count at a bound at most 1.2 times higher or lower.";
    }

    /** The label {@code le="..."} of each bucket, the last one infinite. */
    byte[][] bounds() {
        return bounds.labels();
    }

    /** @param cumulative receives one count per bound; the last one is the total count */
    void cumulate(long[] counts, long[] cumulative) {
        long total = 0;
        int index = 0;
        for (int i = 0; i < lastNativeBucket.length; i++) {
            for (; index <= lastNativeBucket[i]; index++) total += counts[index];
            cumulative[i] = total;
        }
        for (; index < counts.length; index++) total += counts[index];
        cumulative[lastNativeBucket.length] = total;
    }

    /**
     * Estimates the sum of a distribution whose exact sum is not known. The estimate is at most 20 % too high, like
     * Cassandra's own mean. It is too low if values are above the last bound of Cassandra.
     */
    double estimatedSum(long[] counts) {
        double sum = 0;
        for (int i = 0; i < counts.length; i++) sum += (double) counts[i] * offsets[Math.min(i, offsets.length - 1)];
        return inUnit(sum, scale);
    }
}
