package io.foreread.exporter.cassandra;

import io.foreread.exporter.catalog.Metric;
import io.foreread.exporter.source.Distribution;
import io.foreread.exporter.text.TextBuffer;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Maps the buckets of a Cassandra histogram to those of a Prometheus histogram. Immutable.
 *
 * <p>Cassandra has 90 to 165 buckets, each bound 1.2 times the previous one. The exported bounds are a subset close to
 * a 1-2.5-5 series, so bucket counts stay exact. The bounds of timers are in nanoseconds up to 4.0 and in microseconds
 * from 4.1 on. Both reach about five hours, so the last bound identifies the unit.
 */
final class BucketLayout {
    /** The last bound is 1.9e13 (5 h in ns) or 2.1e10 (6 h in us). This threshold is between them. */
    private static final long MIN_LAST_BOUND_NANOS = 1_000_000_000_000L;

    private static final double[] TARGET_SECONDS = {
        0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30
    };

    private static final double[] TARGET_BYTES = {
        64, 256, 1024, 4096, 16384, 65536, 262144, 1048576, 4194304, 16777216, 67108864, 268435456, 1073741824
    };

    private static final double[] TARGET_COUNTS = {
        0, 1, 2, 5, 10, 25, 50, 100, 250, 500, 1000, 2500, 5000, 10_000, 100_000, 1_000_000
    };

    /** A node has only a few layouts. */
    private static final Map<Key, BucketLayout> CACHE = new ConcurrentHashMap<>();

    /** The factor that converts a value to the family's unit. */
    private final double scale;

    private final long[] offsets;
    /** For each exported bound except the infinite one: the index of the last native bucket below it. */
    private final int[] lastNativeBucket;

    private final byte[][] bounds;

    private BucketLayout(long[] offsets, double scale, double[] targets) {
        this.offsets = offsets;
        this.scale = scale;
        List<Integer> last = new ArrayList<>();
        int index = 0;
        for (double bound : targets) {
            while (index < offsets.length - 1 && offsets[index] * scale < bound) index++;
            if (last.isEmpty() || last.get(last.size() - 1) != index) last.add(index);
        }
        lastNativeBucket = last.stream().mapToInt(Integer::intValue).toArray();
        bounds = new byte[lastNativeBucket.length + 1][];
        for (int i = 0; i < lastNativeBucket.length; i++)
            bounds[i] = bound(inUnit(offsets[lastNativeBucket[i]], scale));
        bounds[lastNativeBucket.length] = bound(Double.POSITIVE_INFINITY);
    }

    /**
     * Divides by the reciprocal where it is an integer. 1e-6 is not exact as a double, but 1e6 is: 103 us must become
     * 0.000103.
     */
    static double inUnit(double value, double scale) {
        double reciprocal = Math.rint(1 / scale);
        return scale < 1 && Math.abs(1 / scale - reciprocal) < 1e-3 ? value / reciprocal : value * scale;
    }

    /** Formats a bound as in OpenMetrics: decimal digits with a point. */
    private static byte[] bound(double value) {
        String text = TextBuffer.text(value);
        if (!Double.isInfinite(value)) text = new BigDecimal(text).toPlainString();
        if (text.matches("\\d+")) text += ".0";
        return ("le=\"" + text + '"').getBytes(StandardCharsets.UTF_8);
    }

    /**
     * @param timer whether values are durations, whose unit is derived from the bounds
     * @param scale the factor for other values
     * @throws IllegalArgumentException if the distribution has no bucket counts
     */
    static BucketLayout of(Distribution distribution, boolean timer, double scale, Metric.Unit unit) {
        long[] offsets = distribution.bucketOffsets();
        if (offsets == null || offsets.length < 2 || offsets.length + 1 != distribution.counts().length)
            throw new IllegalArgumentException(distribution + " has no bucket counts");
        double scaleOfAll = timer ? secondsPerUnit(distribution) : scale;
        return CACHE.computeIfAbsent(new Key(offsets, scaleOfAll, unit), Key::layout);
    }

    /** Returns the unit of a timer in seconds.
     * @throws IllegalArgumentException if the distribution has no bucket counts
     */
    static double secondsPerUnit(Distribution distribution) {
        long[] offsets = distribution.bucketOffsets();
        if (offsets == null) throw new IllegalArgumentException(distribution + " has no bucket counts");
        return offsets[offsets.length - 1] >= MIN_LAST_BOUND_NANOS ? 1e-9 : 1e-6;
    }

    /** The label {@code le="..."} of each bucket, the last one infinite. */
    byte[][] bounds() {
        return bounds;
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
     * Estimates the sum of a distribution that has no exact one. The error is at most +20 %, as in Cassandra's own
     * mean.
     */
    double estimatedSum(long[] counts) {
        double sum = 0;
        for (int i = 0; i < counts.length; i++) sum += (double) counts[i] * offsets[Math.min(i, offsets.length - 1)];
        return inUnit(sum, scale);
    }

    /** The offsets are compared by content, because it is not guaranteed that reservoirs share one array. */
    private static final class Key {
        private final long[] offsets;
        private final double scale;
        private final Metric.Unit unit;

        Key(long[] offsets, double scale, Metric.Unit unit) {
            this.offsets = offsets;
            this.scale = scale;
            this.unit = unit;
        }

        BucketLayout layout() {
            double[] targets = unit == Metric.Unit.SECONDS
                    ? TARGET_SECONDS
                    : unit == Metric.Unit.BYTES ? TARGET_BYTES : TARGET_COUNTS;
            return new BucketLayout(offsets, scale, targets);
        }

        @Override
        public boolean equals(@Nullable Object other) {
            if (!(other instanceof Key)) return false;
            Key that = (Key) other;
            return unit == that.unit && scale == that.scale && Arrays.equals(offsets, that.offsets);
        }

        @Override
        public int hashCode() {
            return Arrays.hashCode(offsets) * 31 + unit.hashCode();
        }
    }
}
