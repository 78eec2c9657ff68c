package io.foreread.exporter.naming;

import io.foreread.exporter.catalog.Metric;
import io.foreread.exporter.source.NodeMetric;
import java.util.Locale;

/** The statistic of a metric that a family exports, and the type that jmx_exporter gives to the family. */
public enum Statistic {
    /** The value of a gauge. */
    VALUE(Metric.Type.GAUGE) {
        @Override
        public boolean of(NodeMetric.Kind kind) {
            return kind == NodeMetric.Kind.GAUGE;
        }
    },
    COUNT(Metric.Type.UNKNOWN) {
        @Override
        public boolean of(NodeMetric.Kind kind) {
            return kind != NodeMetric.Kind.GAUGE;
        }
    },
    PERCENTILES(Metric.Type.GAUGE) {
        @Override
        public boolean of(NodeMetric.Kind kind) {
            return isDistribution(kind);
        }
    },
    MEAN(Metric.Type.GAUGE) {
        @Override
        public boolean of(NodeMetric.Kind kind) {
            return isDistribution(kind);
        }
    };

    private final Metric.Type type;

    Statistic(Metric.Type type) {
        this.type = type;
    }

    /** The type of the family. */
    public Metric.Type type() {
        return type;
    }

    /** Whether a metric of the kind has this statistic. */
    public abstract boolean of(NodeMetric.Kind kind);

    static boolean isDistribution(NodeMetric.Kind kind) {
        return kind == NodeMetric.Kind.HISTOGRAM || kind == NodeMetric.Kind.TIMER;
    }

    /** The name of the statistic in the YAML file of the naming. */
    String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
