package io.foreread.exporter.catalog;

import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** One metric of Cassandra's registry and the family it becomes. Immutable. */
public final class Row {
    private final String type;
    private final VaryingName name;
    private final Group group;
    private final Metric family;
    private final Scope scope;
    private final List<String> constantLabels;
    private final @Nullable String sum;
    private final double scale;
    private final Refresh refresh;
    private final boolean byDefault;
    private final Lines lines;

    Row(RowText text, Group group, Metric family, Scope scope) {
        type = text.type();
        name = VaryingName.of(text.name());
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

    /** As in the registry: {@code Latency}; or with a {@code *} for the part that varies. */
    public String name() {
        return name.toString();
    }

    /** Whether {@link #name} has a part that varies. */
    boolean varies() {
        return name.varies();
    }

    public Group group() {
        return group;
    }

    public Metric family() {
        return family;
    }

    /** Name of the metric of the same type and scope that holds the exact sum in microseconds; null if nobody does. */
    public @Nullable String sum() {
        return sum;
    }

    /** The factor that converts a value to the unit of the family. Not for timers, which know their unit. */
    public double scale() {
        return scale;
    }

    public Refresh refresh() {
        return refresh;
    }

    /** Whether it is exported by default. */
    public boolean byDefault() {
        return byDefault;
    }

    /** Where Cassandra has it. */
    public Lines lines() {
        return lines;
    }

    /** How many labels, the last of the family, say the same of every metric of this row. */
    int constantLabels() {
        return constantLabels.size();
    }

    /**
     * If the name of a metric varies, labels have the variable part. The registry does not distinguish a dot in such a name from
     * the one before a scope, so what comes as scope is the rest of the name.
     *
     * @param metricName of Cassandra's metric, of this row's {@link #type}
     * @param metricScope of Cassandra's metric, empty if it has none
     * @return values in the order of the family's label names; null if this row does not export that metric
     */
    public String @Nullable [] labelValues(String metricName, String metricScope) {
        String text = metricScope;
        if (name.varies()) {
            text = name.varyingPart(metricScope.isEmpty() ? metricName : metricName + '.' + metricScope);
            if (text == null) return null;
        }
        String[] values = scope.labelValues(text);
        if (values == null || constantLabels.isEmpty()) return values;
        String[] all = Arrays.copyOf(values, values.length + constantLabels.size());
        for (int i = 0; i < constantLabels.size(); i++) all[values.length + i] = constantLabels.get(i);
        return all;
    }
}
