package io.foreread.exporter.cassandra;

import io.foreread.exporter.source.Distribution;
import io.foreread.exporter.source.EstimatedBuckets;
import io.foreread.exporter.source.NodeMetric;
import org.jspecify.annotations.Nullable;

/** Reads percentiles of a metric, from the metric itself or from its bucket counts. */
final class Quantiles {
    private Quantiles() {}

    /**
     * @param scale of the values if the metric is no timer
     * @param timerScale of the values, as seconds, if it is one
     * @param values takes one value per wanted quantile, and after them, if there is room, the mean
     * @return false if there are no values
     */
    static boolean read(NodeMetric metric, double[] wanted, double scale, double timerScale, double[] values) {
        if (metric.kind() == NodeMetric.Kind.GAUGE) return ofBuckets(metric.value(), wanted, scale, values);
        Distribution distribution = metric.distribution();
        boolean timer = metric.kind() == NodeMetric.Kind.TIMER;
        double unit = timer ? BucketLayout.secondsPerUnit(distribution) * timerScale : scale;
        for (int i = 0; i < wanted.length; i++) values[i] = BucketLayout.inUnit(distribution.quantile(wanted[i]), unit);
        if (values.length > wanted.length) values[wanted.length] = BucketLayout.inUnit(distribution.mean(), unit);
        return true;
    }

    private static boolean ofBuckets(@Nullable Object value, double[] wanted, double scale, double[] values) {
        if (!(value instanceof long[])) return false;
        long[] counts = (long[]) value;
        long total = 0;
        for (long count : counts) total += count;
        if (total == 0) return false;
        long[] offsets = EstimatedBuckets.offsets(counts.length);
        for (int i = 0; i < wanted.length; i++) {
            long rank = Math.max(1, (long) Math.ceil(wanted[i] * total));
            int bucket = 0;
            for (long below = counts[0]; below < rank; below += counts[bucket]) bucket++;
            values[i] = bucket < offsets.length ? offsets[bucket] * scale : Double.POSITIVE_INFINITY;
        }
        return true;
    }
}
