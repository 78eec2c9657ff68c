package io.foreread.exporter.source;

import io.foreread.exporter.catalog.Metric;

/** Receives the samples of one collection. Not thread-safe. */
public interface MetricSink {
    /** @param labelValues the label values, in the order of the metric's label names */
    void sample(Metric metric, double value, String... labelValues);

    /**
     * @param upperBounds inclusive upper bounds in ascending order, in the metric's unit; the last bound is positive
     *     infinity
     * @param cumulativeCounts number of values less than or equal to each bound; the last one is the number of all
     *     values
     * @param sum sum of all values in the metric's unit
     */
    void histogram(Metric metric, double[] upperBounds, long[] cumulativeCounts, double sum, String... labelValues);

    /** @param sum sum of all values in the metric's unit */
    void summary(Metric metric, long count, double sum, String... labelValues);
}
