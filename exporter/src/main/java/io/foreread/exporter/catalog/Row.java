package io.foreread.exporter.catalog;

import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Maps one metric of Cassandra's registry to its metric family. Immutable. */
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

    /** The type in the registry: {@code ClientRequest}. */
    public String type() {
        return type;
    }

    /** The name in the registry: {@code Latency}, with {@code *} for a variable part. */
    public String name() {
        return name.toString();
    }

    boolean varies() {
        return name.varies();
    }

    public Group group() {
        return group;
    }

    public Metric family() {
        return family;
    }

    /**
     * The name of the metric that has the exact sum in microseconds, with the same type and scope; null if there is
     * none.
     */
    public @Nullable String sum() {
        return sum;
    }

    /** The factor that converts a value to the family's unit. Not used for timers, whose unit is derived from their buckets. */
    public double scale() {
        return scale;
    }

    public Refresh refresh() {
        return refresh;
    }

    /** Whether the metric is exported with default settings. */
    public boolean byDefault() {
        return byDefault;
    }

    /** The releases that have the metric. */
    public Lines lines() {
        return lines;
    }

    /** Whether the registry has this metric once per peer. The first label is then the address of the peer. */
    public boolean isPerPeer() {
        return scope == Scope.PEER;
    }

    /** The number of labels with a constant value; they are the last labels of the family. */
    int constantLabels() {
        return constantLabels.size();
    }

    /**
     * Returns the label values of a metric. If the row's name has a variable part, the label values come from that part
     * and not from the scope. The registry separates the name from the scope by a dot. If the variable part contains a
     * dot, {@code metricScope} is therefore the rest of the name.
     *
     * @param metricName name of a Cassandra metric of this row's {@link #type}
     * @param metricScope its scope, empty if it has none
     * @return values in the order of the family's label names, or null if this row does not export the metric
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
