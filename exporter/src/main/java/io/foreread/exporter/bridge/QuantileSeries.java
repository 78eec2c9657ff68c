package io.foreread.exporter.bridge;

import io.foreread.exporter.source.NodeMetric;
import io.foreread.exporter.text.TextBuffer;
import java.nio.charset.StandardCharsets;

/** Percentiles of a distribution as gauges. */
final class QuantileSeries extends Series {
    private final byte[] name;
    private final byte[] labels;
    private final NodeMetric metric;
    private final double scale;
    private final Wanted wanted;
    private final double[] told;
    private final NumberText[] numbers;
    private long count = -1;

    /** Which percentiles, and how their labels read. Immutable. */
    static final class Wanted {
        /** Cassandra's own, and the maximum. */
        static final Wanted NATIVE = new Wanted("0.5", "0.75", "0.95", "0.98", "0.99", "0.999", "1");

        private final double[] quantiles;
        private final byte[][] labels;

        Wanted(String... quantiles) {
            this.quantiles = new double[quantiles.length];
            labels = new byte[quantiles.length][];
            for (int i = 0; i < quantiles.length; i++) {
                this.quantiles[i] = Double.parseDouble(quantiles[i]);
                labels[i] = ("quantile=\"" + quantiles[i] + '"').getBytes(StandardCharsets.US_ASCII);
            }
        }
    }

    /** @param scale of the values if the metric is no timer; a timer's are told in seconds */
    QuantileSeries(
            Table table, boolean live, byte[] name, byte[] labels, NodeMetric metric, double scale, Wanted wanted) {
        super(table, live);
        this.name = name;
        this.labels = labels;
        this.metric = metric;
        this.scale = scale;
        this.wanted = wanted;
        told = new double[wanted.quantiles.length];
        numbers = new NumberText[told.length];
        for (int i = 0; i < numbers.length; i++) numbers[i] = new NumberText();
    }

    @Override
    boolean readValue() {
        // They decay, so they change without a new value too; but from nothing comes nothing.
        if (metric.kind() != NodeMetric.Kind.GAUGE) {
            long now = metric.count();
            if (now == 0 && count == 0) return true;
            count = now;
        }
        if (!Quantiles.read(metric, wanted.quantiles, scale, told)) return false;
        for (int i = 0; i < told.length; i++) numbers[i].set(told[i]);
        return true;
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
