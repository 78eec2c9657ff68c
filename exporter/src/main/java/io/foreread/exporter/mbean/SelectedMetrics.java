package io.foreread.exporter.mbean;

import io.foreread.exporter.catalog.Level;
import io.foreread.exporter.catalog.Metric;
import io.foreread.exporter.config.MetricsConfig;
import io.foreread.exporter.source.MetricSink;

/** Passes the metrics that the configuration selects to another sink. */
final class SelectedMetrics implements MetricSink {
    private final MetricSink sink;
    private final MetricsConfig config;

    SelectedMetrics(MetricSink sink, MetricsConfig config) {
        this.sink = sink;
        this.config = config;
    }

    @Override
    public void sample(Metric metric, double value, String... labelValues) {
        if (isSelected(metric)) sink.sample(metric, value, labelValues);
    }

    @Override
    public void histogram(
            Metric metric, double[] upperBounds, long[] cumulativeCounts, double sum, String... labelValues) {
        if (isSelected(metric)) sink.histogram(metric, upperBounds, cumulativeCounts, sum, labelValues);
    }

    @Override
    public void summary(Metric metric, long count, double sum, String... labelValues) {
        if (isSelected(metric)) sink.summary(metric, count, sum, labelValues);
    }

    /**
     * Whether {@code exclude} does not name the metric. The thread states of another JVM are exported only if
     * {@code include} names them, which {@link JvmSource} checks.
     */
    private boolean isSelected(Metric metric) {
        return config.exports(Level.NODE, metric.name());
    }
}
