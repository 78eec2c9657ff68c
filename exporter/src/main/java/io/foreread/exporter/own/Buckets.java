package io.foreread.exporter.own;

import io.foreread.exporter.catalog.Metric;
import io.foreread.exporter.recorder.BucketHistogram;
import io.foreread.exporter.source.MetricSink;

/** Converts a recorder's histogram to the metric's unit. */
final class Buckets {
    private Buckets() {}

    /** @param scale the factor from the recorded unit to the metric's unit: 1e-9 for nanoseconds to seconds */
    static void emit(
            MetricSink sink, Metric metric, BucketHistogram.Snapshot histogram, double scale, String... labelValues) {
        int buckets = histogram.bucketCount();
        double[] upperBounds = new double[buckets];
        long[] counts = new long[buckets];
        for (int i = 0; i < buckets; i++) {
            long bound = histogram.upperBound(i);
            upperBounds[i] = bound == Long.MAX_VALUE ? Double.POSITIVE_INFINITY : scaled(bound, scale);
            counts[i] = histogram.cumulativeCount(i);
        }
        sink.histogram(metric, upperBounds, counts, histogram.sum() * scale, labelValues);
    }

    /**
     * Divides by the reciprocal of a scale below 1, because the result is exact: 25000 ns must become 2.5E-5, not
     * 2.5000000000000001E-5.
     */
    private static double scaled(long bound, double scale) {
        return scale < 1 ? bound / Math.rint(1 / scale) : bound * scale;
    }
}
