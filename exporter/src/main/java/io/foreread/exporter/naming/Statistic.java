package io.foreread.exporter.naming;

import io.foreread.exporter.catalog.Metric;
import io.foreread.exporter.source.NodeMetric;
import java.util.Locale;

/** The statistic of a metric that one family exports, and how the original exports it. */
public enum Statistic {
    /** Of a gauge. */
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

    /** Of the family. */
    public Metric.Type type() {
        return type;
    }

    /** Whether a metric of that kind has it. */
    public abstract boolean of(NodeMetric.Kind kind);

    static boolean isDistribution(NodeMetric.Kind kind) {
        return kind == NodeMetric.Kind.HISTOGRAM || kind == NodeMetric.Kind.TIMER;
    }

    /** As the table has it. */
    String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
