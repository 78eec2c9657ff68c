package io.foreread.exporter.cassandra;

import io.foreread.exporter.source.Distribution;
import io.foreread.exporter.source.EstimatedBuckets;
import io.foreread.exporter.source.NodeMetric;
import org.jspecify.annotations.Nullable;

/** Reads percentiles of a metric from its distribution, or computes them from the bucket counts that a gauge returns. */
final class Quantiles {
    private Quantiles() {}

    /**
     * @param bucketCounts the value of a gauge; ignored for other metrics
     * @param scale the factor for values of a metric that is not a timer
     * @param timerScale the factor for values of a timer, in seconds
     * @param values receives one value per quantile and, if the array has one more element, the mean
     * @return false if there are no values
     */
    static boolean read(
            NodeMetric metric,
            @Nullable Object bucketCounts,
            double[] quantiles,
            double scale,
            double timerScale,
            double[] values) {
        if (metric.kind() == NodeMetric.Kind.GAUGE) return ofBuckets(bucketCounts, quantiles, scale, values);
        Distribution distribution = metric.distribution();
        boolean timer = metric.kind() == NodeMetric.Kind.TIMER;
        double unit = timer ? BucketLayout.secondsPerUnit(distribution) * timerScale : scale;
        for (int i = 0; i < quantiles.length; i++)
            values[i] = BucketLayout.inUnit(distribution.quantile(quantiles[i]), unit);
        if (values.length > quantiles.length) values[quantiles.length] = BucketLayout.inUnit(distribution.mean(), unit);
        return true;
    }

    private static boolean ofBuckets(@Nullable Object value, double[] quantiles, double scale, double[] values) {
        if (!(value instanceof long[])) return false;
        long[] counts = (long[]) value;
        long total = 0;
        for (long count : counts) total += count;
        if (total == 0) return false;
        long[] offsets = EstimatedBuckets.offsets(counts.length);
        for (int i = 0; i < quantiles.length; i++) {
            long rank = Math.max(1, (long) Math.ceil(quantiles[i] * total));
            int bucket = 0;
            for (long below = counts[0]; below < rank; below += counts[bucket]) bucket++;
            values[i] = bucket < offsets.length ? offsets[bucket] * scale : Double.POSITIVE_INFINITY;
        }
        return true;
    }
}
