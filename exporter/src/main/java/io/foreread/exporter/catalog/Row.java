package io.foreread.exporter.catalog;

import java.util.Arrays;
import java.util.List;

/** One metric of Cassandra's registry and the family it becomes. Immutable. */
public final class Row {
    private final String type;
    private final String name;
    private final Group group;
    private final Metric family;
    private final Scope scope;
    private final List<String> constantLabels;
    private final String sum;
    private final double scale;
    private final Refresh refresh;
    private final boolean byDefault;
    private final Lines lines;

    Row(RowText text, Group group, Metric family, Scope scope) {
        type = text.type();
        name = text.name();
        this.group = group;
        this.family = family;
        this.scope = scope;
        constantLabels = text.constantLabelValues();
        sum = text.sum();
        scale = text.scale();
        refresh = text.refresh();
        byDefault = text.byDefault(group);
        lines = text.lines();
    }

    /** As in the registry: {@code ClientRequest}. */
    public String type() {
        return type;
    }

    /** As in the registry: {@code Latency}. */
    public String name() {
        return name;
    }

    public Group group() {
        return group;
    }

    public Metric family() {
        return family;
    }

    /** Name of the metric of the same type and scope that holds the exact sum in microseconds; null if nobody does. */
    public String sum() {
        return sum;
    }

    /** What a value is multiplied by to be in the family's unit. Not for timers, whose unit their object tells. */
    public double scale() {
        return scale;
    }

    public Refresh refresh() {
        return refresh;
    }

    /** Whether it is told unless somebody says otherwise. */
    public boolean byDefault() {
        return byDefault;
    }

    /** Where Cassandra has it. */
    public Lines lines() {
        return lines;
    }

    /**
     * @param text the scope of Cassandra's metric, empty if it has none
     * @return values in the order of the family's label names; null if the metric with that scope is not exported
     */
    public String[] labelValues(String text) {
        String[] values = scope.labelValues(text);
        if (values == null || constantLabels.isEmpty()) return values;
        String[] all = Arrays.copyOf(values, values.length + constantLabels.size());
        for (int i = 0; i < constantLabels.size(); i++) all[values.length + i] = constantLabels.get(i);
        return all;
    }
}
