package io.foreread.exporter.cassandra;

import io.foreread.exporter.source.NodeMetric;
import io.foreread.exporter.text.TextBuffer;
import org.jspecify.annotations.Nullable;

/** A series with one value: a counter, a gauge or the count of a meter. */
final class ScalarSeries extends Series {
    private static final byte[] NO_LABEL = new byte[0];

    private final byte[] name;
    private final byte[] labels;
    private final NodeMetric metric;
    private final double scale;
    private final NumberText number = new NumberText();

    ScalarSeries(
            @Nullable Exportable owner, boolean live, byte[] name, byte[] labels, NodeMetric metric, double scale) {
        super(owner, live);
        this.name = name;
        this.labels = labels;
        this.metric = metric;
        this.scale = scale;
    }

    @Override
    String origin() {
        return metric.toString();
    }

    @Override
    boolean readValue() {
        return publish(fetch());
    }

    @Override
    @Nullable
    Object fetch() {
        return metric.kind() == NodeMetric.Kind.GAUGE ? metric.value() : null;
    }

    @Override
    boolean publish(@Nullable Object fetched) {
        if (metric.kind() != NodeMetric.Kind.GAUGE) {
            number.set(metric.count() * scale);
            return true;
        }
        Object value = fetched instanceof Boolean ? (Object) ((Boolean) fetched ? 1 : 0) : fetched;
        if (!(value instanceof Number)) return false;
        number.set(((Number) value).doubleValue() * scale);
        return true;
    }

    @Override
    void append(TextBuffer out) {
        number.appendTo(out.sample(name, labels, NO_LABEL));
        out.append('\n');
    }

    @Override
    int lines() {
        return 1;
    }
}
