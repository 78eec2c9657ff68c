package io.foreread.exporter.cassandra;

import io.foreread.exporter.source.NodeMetric;
import io.foreread.exporter.text.TextBuffer;
import org.jspecify.annotations.Nullable;

/** A series with one value: a counter, a gauge or the count of a meter. */
final class ScalarSeries extends FetchedSeries {
    private static final byte[] NO_LABEL = new byte[0];

    private final byte[] name;
    private final byte[] labels;
    private final double scale;
    private final boolean omitsSentinels;
    private final NumberText number = new NumberText();

    /**
     * @param omitsSentinels whether values of a gauge that mean unknown or unlimited are omitted: negative and infinite
     *     ones, NaN, and the maximum of their type
     */
    ScalarSeries(
            @Nullable Exportable owner,
            boolean live,
            byte[] name,
            byte[] labels,
            NodeMetric metric,
            double scale,
            boolean omitsSentinels) {
        super(owner, live, metric);
        this.name = name;
        this.labels = labels;
        this.scale = scale;
        this.omitsSentinels = omitsSentinels;
    }

    @Override
    boolean publish(@Nullable Object fetched) {
        if (metric.kind() != NodeMetric.Kind.GAUGE) {
            number.set(metric.count() * scale);
            return true;
        }
        Object value = fetched instanceof Boolean ? (Object) ((Boolean) fetched ? 1 : 0) : fetched;
        if (!(value instanceof Number) || (omitsSentinels && isSentinel((Number) value))) return false;
        number.set(((Number) value).doubleValue() * scale);
        return true;
    }

    private static boolean isSentinel(Number value) {
        double number = value.doubleValue();
        return !(number >= 0) // also NaN
                || number == Double.POSITIVE_INFINITY
                || value.equals(Long.MAX_VALUE)
                || value.equals(Integer.MAX_VALUE);
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
