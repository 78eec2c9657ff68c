package io.foreread.exporter.cassandra;

import io.foreread.exporter.catalog.Metric;
import io.foreread.exporter.text.TextBuffer;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;

/**
 * The bounds of exported histograms: one set for durations, one for sizes, one for counts. The sets are the same for
 * every release of Cassandra, in the agent and in the standalone exporter, so that histograms of different nodes can be
 * added up. Immutable.
 */
final class NominalBounds {
    private static final NominalBounds SECONDS = new NominalBounds(
            0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30);

    private static final double SECONDS_PER_DAY = 86_400;
    /** For durations that Cassandra counts in days: 1, 7, 14, 30, 60, 90, 180 and 365 days in seconds. */
    private static final NominalBounds DAYS =
            new NominalBounds(86_400, 604_800, 1_209_600, 2_592_000, 5_184_000, 7_776_000, 15_552_000, 31_536_000);

    private static final NominalBounds BYTES = new NominalBounds(
            64, 256, 1024, 4096, 16384, 65536, 262144, 1048576, 4194304, 16777216, 67108864, 268435456, 1073741824);

    private static final NominalBounds COUNTS =
            new NominalBounds(1, 2, 5, 10, 25, 50, 100, 250, 500, 1000, 2500, 5000, 10_000, 100_000, 1_000_000);

    private static final NominalBounds COUNTS_WITH_ZERO =
            new NominalBounds(0, 1, 2, 5, 10, 25, 50, 100, 250, 500, 1000, 2500, 5000, 10_000, 100_000, 1_000_000);

    private final double[] values;
    private final byte[][] labels;

    private NominalBounds(double... values) {
        this.values = values;
        labels = new byte[values.length + 1][];
        for (int i = 0; i < values.length; i++) labels[i] = label(values[i]);
        labels[values.length] = label(Double.POSITIVE_INFINITY);
    }

    /**
     * @param scale the unit in which Cassandra counts, as a factor of {@code unit}
     * @param zero whether Cassandra has a separate bucket for the value 0, which depends on the metric, not the release
     */
    static NominalBounds of(Metric.Unit unit, double scale, boolean zero) {
        switch (unit) {
            case SECONDS:
                return scale >= SECONDS_PER_DAY ? DAYS : SECONDS;
            case BYTES:
                return BYTES;
            default:
                return zero ? COUNTS_WITH_ZERO : COUNTS;
        }
    }

    /** The finite bounds, ascending. Must not be modified. */
    double[] values() {
        return values;
    }

    /** The label {@code le="..."} of each finite bound, and of infinity. Must not be modified. */
    byte[][] labels() {
        return labels;
    }

    /** Formats a bound as in OpenMetrics: decimal digits with a point. */
    private static byte[] label(double value) {
        String text = TextBuffer.text(value);
        if (!Double.isInfinite(value))
            text = new BigDecimal(text).stripTrailingZeros().toPlainString();
        if (text.matches("\\d+")) text += ".0";
        return ("le=\"" + text + '"').getBytes(StandardCharsets.UTF_8);
    }
}
