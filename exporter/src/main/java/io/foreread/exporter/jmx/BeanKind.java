package io.foreread.exporter.jmx;

import io.foreread.exporter.source.NodeMetric;
import org.jspecify.annotations.Nullable;

/** Derives the kind of a metric from the class of its MBean. The query for MBeans returns the name and the class. */
final class BeanKind {
    private static final String REGISTRY = "org.apache.cassandra.metrics.CassandraMetricsRegistry$Jmx";

    private BeanKind() {}

    /** @return null if the MBean is not a metric of Cassandra's registry */
    static NodeMetric.@Nullable Kind of(String className) {
        if (className == null || !className.startsWith(REGISTRY)) return null;
        switch (className.substring(REGISTRY.length())) {
            case "Gauge":
                return NodeMetric.Kind.GAUGE;
            case "Counter":
                return NodeMetric.Kind.COUNTER;
            case "Meter":
            case "MeterGaugeCompatible": // a meter that was a gauge before 5.0 and keeps the gauge's attributes
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
