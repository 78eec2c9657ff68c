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
 * How the buckets of a Cassandra histogram become those of a Prometheus one. Immutable.
 *
 * <p>Cassandra counts by 90 to 165 bounds, each 1.2 times the last. We keep those of its bounds that follow a 1-2.5-5
 * series, so that every value stays counted exactly. The bounds of timers are in nanoseconds up to 4.0 and in
 * microseconds from 4.1 on; in both they reach to about five hours, which distinguishes them.
 */
final class BucketLayout {
    /** The last bound is 1.9e13 (5 h in ns) or 2.1e10 (6 h in us): half-way between. */
    private static final long MIN_LAST_BOUND_IN_NANOS = 1_000_000_000_000L;

    private static final double[] WANTED_SECONDS = {
        0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30
    };

    private static final double[] WANTED_BYTES = {
        64, 256, 1024, 4096, 16384, 65536, 262144, 1048576, 4194304, 16777216, 67108864, 268435456, 1073741824
    };

    private static final double[] WANTED_COUNTS = {
        0, 1, 2, 5, 10, 25, 50, 100, 250, 500, 1000, 2500, 5000, 10_000, 100_000, 1_000_000
    };

    /** A node has a handful. */
    private static final Map<Key, BucketLayout> KNOWN = new ConcurrentHashMap<>();

    /** What a value is multiplied by to be in the family's unit. */
    private final double scale;

    private final long[] offsets;
    /** Index of the last native bucket below each of our bounds but the last, which is infinite. */
    private final int[] lastNativeBucket;

    private final byte[][] bounds;

    private BucketLayout(long[] offsets, double scale, double[] wanted) {
        this.offsets = offsets;
        this.scale = scale;
        List<Integer> last = new ArrayList<>();
        int index = 0;
        for (double bound : wanted) {
            while (index < offsets.length - 1 && offsets[index] * scale < bound) index++;
            if (last.isEmpty() || last.get(last.size() - 1) != index) last.add(index);
        }
        lastNativeBucket = last.stream().mapToInt(Integer::intValue).toArray();
        bounds = new byte[lastNativeBucket.length + 1][];
        for (int i = 0; i < lastNativeBucket.length; i++)
            bounds[i] = bound(inUnit(offsets[lastNativeBucket[i]], scale));
        bounds[lastNativeBucket.length] = bound(Double.POSITIVE_INFINITY);
    }

    /** 1e-6 has no exact double and its reciprocal has: a bound is written as 0.000103. */
    static double inUnit(double value, double scale) {
        double reciprocal = Math.rint(1 / scale);
        return scale < 1 && Math.abs(1 / scale - reciprocal) < 1e-3 ? value / reciprocal : value * scale;
    }

    /** Decimal digits, with a point: as OpenMetrics and Prometheus write bounds. */
    private static byte[] bound(double value) {
        String text = TextBuffer.text(value);
        if (!Double.isInfinite(value)) text = new BigDecimal(text).toPlainString();
        if (text.matches("\\d+")) text += ".0";
        return ("le=\"" + text + '"').getBytes(StandardCharsets.UTF_8);
    }

    /**
     * @param timer whether values are durations, in the unit that the bounds show
     * @param scale of the values if they are not
     * @throws IllegalArgumentException if the distribution does not count by buckets
     */
    static BucketLayout of(Distribution distribution, boolean timer, double scale, Metric.Unit unit) {
        long[] offsets = distribution.bucketOffsets();
        if (offsets == null || offsets.length < 2 || offsets.length + 1 != distribution.counts().length)
            throw new IllegalArgumentException(distribution + " does not count by buckets");
        double scaleOfAll = timer ? secondsPerUnit(distribution) : scale;
        return KNOWN.computeIfAbsent(new Key(offsets, scaleOfAll, unit), Key::layout);
    }

    /**
     * Of a timer.
     *
     * @throws IllegalArgumentException if it does not count by buckets
     */
    static double secondsPerUnit(Distribution distribution) {
        long[] offsets = distribution.bucketOffsets();
        if (offsets == null) throw new IllegalArgumentException(distribution + " does not count by buckets");
        return offsets[offsets.length - 1] >= MIN_LAST_BOUND_IN_NANOS ? 1e-9 : 1e-6;
    }

    /** {@code le="..."} of each bucket, the last infinite. */
    byte[][] bounds() {
        return bounds;
    }

    /** @param cumulative takes as many as there are bounds; the last is the count of all */
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

    /** For distributions with no exact sum beside them: at most 20 % too much, as Cassandra's own mean. */
    double estimatedSum(long[] counts) {
        double sum = 0;
        for (int i = 0; i < counts.length; i++) sum += (double) counts[i] * offsets[Math.min(i, offsets.length - 1)];
        return inUnit(sum, scale);
    }

    /** Equal by content: 3.11 and 4.0 keep one array for all reservoirs, but that is not promised. */
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
            double[] wanted = unit == Metric.Unit.SECONDS
                    ? WANTED_SECONDS
                    : unit == Metric.Unit.BYTES ? WANTED_BYTES : WANTED_COUNTS;
            return new BucketLayout(offsets, scale, wanted);
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
