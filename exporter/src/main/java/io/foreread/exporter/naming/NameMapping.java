package io.foreread.exporter.naming;

import io.foreread.exporter.catalog.Refresh;
import io.foreread.exporter.source.NodeMetric;

/** Maps one statistic of the metrics with the same type and name to a family. Immutable. */
public final class NameMapping {
    private final String family;
    private final Statistic statistic;
    private final double factor;
    private final Refresh refresh;
    private final String help;

    NameMapping(String family, Statistic statistic, double factor, Refresh refresh, String help) {
        this.family = family;
        this.statistic = statistic;
        this.factor = factor;
        this.refresh = refresh;
        this.help = help;
    }

    public String family() {
        return family;
    }

    public Statistic statistic() {
        return statistic;
    }

    /** The factor applied to the value. Durations are in microseconds, as in JMX. */
    public double factor() {
        return factor;
    }

    public Refresh refresh() {
        return refresh;
    }

    public String help() {
        return help;
    }

    /**
     * Whether the statistic is a part of a distribution. The sum of a latency is a part too, although it is a separate
     * counter in Cassandra.
     */
    public boolean isOfDistribution(NodeMetric.Kind kind) {
        return Statistic.isDistribution(kind) || family.endsWith("_sum");
    }

    @Override
    public String toString() {
        return family;
    }
}
