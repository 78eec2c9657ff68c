package io.foreread.exporter.naming;

import io.foreread.exporter.catalog.Refresh;
import io.foreread.exporter.source.NodeMetric;

/** Maps one statistic of all metrics of a type and name to a family of a dialect. Immutable. */
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

    /** How a value over JMX is exported; there durations are in microseconds. */
    public double factor() {
        return factor;
    }

    public Refresh refresh() {
        return refresh;
    }

    public String help() {
        return help;
    }

    /** Whether it is a part of what stands for a histogram, the sum of a latency included. */
    public boolean isOfDistribution(NodeMetric.Kind kind) {
        return Statistic.isDistribution(kind) || family.endsWith("_sum");
    }

    @Override
    public String toString() {
        return family;
    }
}
