package io.foreread.exporter.source;

import com.codahale.metrics.Counting;
import com.codahale.metrics.Gauge;
import com.codahale.metrics.Sampling;
import com.codahale.metrics.Snapshot;
import io.foreread.exporter.catalog.Metric;

/** One metric object of Cassandra with the family and the labels it is told under. Immutable. */
final class BoundMetric {
    private final Metric family;
    private final com.codahale.metrics.Metric metric;
    private final String[] labelValues;
    /** The metric that holds the exact sum, as Cassandra's registry names it. */
    private final String totalLatencyName;

    BoundMetric(Metric family, com.codahale.metrics.Metric metric, String[] labelValues, String totalLatencyName) {
        this.family = family;
        this.metric = metric;
        this.labelValues = labelValues;
        this.totalLatencyName = totalLatencyName;
    }

    String totalLatencyName() {
        return totalLatencyName;
    }

    /** @param totalLatency of all values in microseconds; null if nobody counts it */
    void collect(MetricSink sink, Counting totalLatency) {
        if (family.type() == Metric.Type.HISTOGRAM) histogram(sink, totalLatency);
        else if (metric instanceof Gauge) gauge(sink);
        else sink.sample(family, ((Counting) metric).getCount(), labelValues);
    }

    private void gauge(MetricSink sink) {
        Object value = ((Gauge<?>) metric).getValue();
        if (value instanceof Number) sink.sample(family, ((Number) value).doubleValue(), labelValues);
    }

    private void histogram(MetricSink sink, Counting totalLatency) {
        // One snapshot per timer: it is the dear part.
        Snapshot snapshot = ((Sampling) metric).getSnapshot();
        long[] values = snapshot.getValues();
        LatencyHistogram histogram = LatencyHistogram.of(snapshot, values.length);
        double sum = totalLatency == null ? histogram.estimatedSum(values) : totalLatency.getCount() / 1e6;
        sink.histogram(family, histogram.upperBounds(), histogram.cumulativeCounts(values), sum, labelValues);
    }
}
