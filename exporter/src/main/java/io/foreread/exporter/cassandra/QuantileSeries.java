package io.foreread.exporter.cassandra;

import io.foreread.exporter.source.NodeMetric;
import io.foreread.exporter.text.TextBuffer;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** The percentiles of a distribution as gauges. */
final class QuantileSeries extends FetchedSeries {
    private final byte[] name;
    private final byte[] labels;
    private final double scale;
    private final double timerScale;
    private final Selection selection;
    private final double[] values;
    private final NumberText[] numbers;
    private long count = -1;
    /** Whether all values are zero and remain zero until the count changes. */
    private boolean staysZero;

    /** The exported percentiles and their labels. Immutable. */
    static final class Selection {
        /** Cassandra's percentiles and the maximum. */
        static final Selection NATIVE = new Selection(false, "0.5", "0.75", "0.95", "0.98", "0.99", "0.999", "1");

        private final boolean withMean;
        private final double[] quantiles;
        private final byte[][] labels;

        /** @param withMean whether {@link #mean} is read too */
        Selection(boolean withMean, String... quantiles) {
            this.withMean = withMean;
            this.quantiles = new double[quantiles.length];
            labels = new byte[quantiles.length][];
            for (int i = 0; i < quantiles.length; i++) {
                this.quantiles[i] = Double.parseDouble(quantiles[i]);
                labels[i] = ("quantile=\"" + quantiles[i] + '"').getBytes(StandardCharsets.US_ASCII);
            }
        }
    }

    /**
     * @param scale the factor for values of a metric that is not a timer
     * @param timerScale the factor for values of a timer, in seconds
     */
    QuantileSeries(
            @Nullable Exportable owner,
            boolean live,
            byte[] name,
            byte[] labels,
            NodeMetric metric,
            double scale,
            double timerScale,
            Selection selection) {
        super(owner, live, metric);
        this.name = name;
        this.labels = labels;
        this.scale = scale;
        this.timerScale = timerScale;
        this.selection = selection;
        values = new double[selection.quantiles.length + (selection.withMean ? 1 : 0)];
        numbers = new NumberText[selection.quantiles.length];
        for (int i = 0; i < numbers.length; i++) numbers[i] = new NumberText();
    }

    @Override
    boolean publish(@Nullable Object fetched) {
        // Percentiles decay, so they change even without new values. Once they are all zero they stay zero until the
        // count changes. Cassandra updates the count before the bucket, so zeros are trusted only if the count has not
        // changed since the previous read.
        boolean counted = metric.kind() != NodeMetric.Kind.GAUGE;
        long now = counted ? metric.count() : 0;
        if (staysZero && now == count) return true;
        if (!Quantiles.read(metric, fetched, selection.quantiles, scale, timerScale, values)) return false;
        boolean zero = true;
        for (double value : values) zero &= value == 0;
        staysZero = counted && zero && now == count;
        count = now;
        for (int i = 0; i < numbers.length; i++) numbers[i].set(values[i]);
        return true;
    }

    /** The mean of the last read. Requires a selection with the mean. */
    synchronized double mean() {
        return values[selection.quantiles.length];
    }

    @Override
    void append(TextBuffer out) {
        for (int i = 0; i < numbers.length; i++) {
            numbers[i].appendTo(out.sample(name, labels, selection.labels[i]));
            out.append('\n');
        }
    }

    @Override
    int lines() {
        return numbers.length;
    }
}
