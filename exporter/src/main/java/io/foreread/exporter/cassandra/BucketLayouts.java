package io.foreread.exporter.cassandra;

import io.foreread.exporter.catalog.Metric;
import io.foreread.exporter.source.Distribution;
import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** The layouts of a node's histograms. Layouts are never evicted, because a node has only a few. Thread-safe. */
final class BucketLayouts {
    private final Map<Key, BucketLayout> known = new ConcurrentHashMap<>();

    /**
     * @param timer whether the values are durations, whose unit is derived from the bounds
     * @param scale the factor for values that are not durations
     * @throws IllegalArgumentException if the distribution has no bucket counts
     */
    BucketLayout of(Distribution distribution, boolean timer, double scale, Metric.Unit unit) {
        long[] offsets = distribution.bucketOffsets();
        if (offsets == null || offsets.length < 2 || offsets.length + 1 != distribution.counts().length)
            throw new IllegalArgumentException(distribution + " has no bucket counts");
        double effectiveScale = timer ? BucketLayout.secondsPerUnit(distribution) : scale;
        return known.computeIfAbsent(new Key(offsets, effectiveScale, unit), Key::layout);
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
            return new BucketLayout(offsets, scale, unit);
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
