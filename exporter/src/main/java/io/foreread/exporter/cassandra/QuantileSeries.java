package io.foreread.exporter.cassandra;

import io.foreread.exporter.source.NodeMetric;
import io.foreread.exporter.text.TextBuffer;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** Percentiles of a distribution as gauges. */
final class QuantileSeries extends Series {
    private final byte[] name;
    private final byte[] labels;
    private final NodeMetric metric;
    private final double scale;
    private final double timerScale;
    private final Wanted wanted;
    private final double[] values;
    private final NumberText[] numbers;
    private long count = -1;
    /** Whether all of them are zero and stay so until something new is counted. */
    private boolean faded;

    /** Which percentiles, and how their labels read. Immutable. */
    static final class Wanted {
        /** Cassandra's own, and the maximum. */
        static final Wanted NATIVE = new Wanted(false, "0.5", "0.75", "0.95", "0.98", "0.99", "0.999", "1");

        private final boolean withMean;
        private final double[] quantiles;
        private final byte[][] labels;

        /** @param withMean whether the mean is read too, for {@link #mean} */
        Wanted(boolean withMean, String... quantiles) {
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
     * @param scale of the values if the metric is no timer
     * @param timerScale of the values, as seconds, if it is one
     */
    QuantileSeries(
            @Nullable Table table,
            boolean live,
            byte[] name,
            byte[] labels,
            NodeMetric metric,
            double scale,
            double timerScale,
            Wanted wanted) {
        super(table, live);
        this.name = name;
        this.labels = labels;
        this.metric = metric;
        this.scale = scale;
        this.timerScale = timerScale;
        this.wanted = wanted;
        values = new double[wanted.quantiles.length + (wanted.withMean ? 1 : 0)];
        numbers = new NumberText[wanted.quantiles.length];
        for (int i = 0; i < numbers.length; i++) numbers[i] = new NumberText();
    }

    @Override
    boolean readValue() {
        // They decay, so they change without a new value too; but from nothing comes nothing. A value is counted before
        // it is in its bucket: only what was nothing at an old count is.
        boolean counted = metric.kind() != NodeMetric.Kind.GAUGE;
        long now = counted ? metric.count() : 0;
        if (faded && now == count) return true;
        if (!Quantiles.read(metric, wanted.quantiles, scale, timerScale, values)) return false;
        boolean zero = true;
        for (double value : values) zero &= value == 0;
        faded = counted && zero && now == count;
        count = now;
        for (int i = 0; i < numbers.length; i++) numbers[i].set(values[i]);
        return true;
    }

    /** Of the last reading, if it is wanted. */
    synchronized double mean() {
        return values[wanted.quantiles.length];
    }

    @Override
    void append(TextBuffer out) {
        for (int i = 0; i < numbers.length; i++) {
            numbers[i].appendTo(out.sample(name, labels, wanted.labels[i]));
            out.append('\n');
        }
    }

    @Override
    int lines() {
        return numbers.length;
    }
}
