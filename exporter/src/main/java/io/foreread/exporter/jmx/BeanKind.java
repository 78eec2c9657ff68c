package io.foreread.exporter.jmx;

import io.foreread.exporter.source.NodeMetric;
import org.jspecify.annotations.Nullable;

/** The kind of a metric, by the class of its MBean, which the query for names returns too. */
final class BeanKind {
    private static final String REGISTRY = "org.apache.cassandra.metrics.CassandraMetricsRegistry$Jmx";

    private BeanKind() {}

    /** @return null if it is no metric of Cassandra's registry */
    static NodeMetric.@Nullable Kind of(String className) {
        if (className == null || !className.startsWith(REGISTRY)) return null;
        switch (className.substring(REGISTRY.length())) {
            case "Gauge":
                return NodeMetric.Kind.GAUGE;
            case "Counter":
                return NodeMetric.Kind.COUNTER;
            case "Meter":
            case "MeterGaugeCompatible": // 5.0: a meter that was a gauge once and still answers as one
                return NodeMetric.Kind.METER;
            case "Histogram":
                return NodeMetric.Kind.HISTOGRAM;
            case "Timer":
                return NodeMetric.Kind.TIMER;
            default:
                return null;
        }
    }
}
