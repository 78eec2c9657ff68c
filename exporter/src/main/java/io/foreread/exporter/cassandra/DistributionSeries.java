package io.foreread.exporter.cassandra;

import io.foreread.exporter.catalog.Metric;
import io.foreread.exporter.source.Distribution;
import io.foreread.exporter.source.NodeMetric;
import io.foreread.exporter.text.TextBuffer;
import java.util.Objects;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The series of a histogram or timer: sum and count, with or without buckets. */
final class DistributionSeries extends Series {
    private static final byte[] NO_LABEL = new byte[0];
    /** The lines of a histogram of durations: an estimate for the series budget until the buckets are read. */
    private static final int LINES_WITH_BUCKETS = 20;

    private static final int LINES_WITHOUT_BUCKETS = 2;

    private static final double MICROS_PER_SECOND = 1e6;

    private final Names names;
    private final byte[] labels;
    private final NodeMetric metric;
    private final Supplier<@Nullable NodeMetric> sumFinder;
    private final double scale;
    private final boolean withBuckets;
    private final NumberText sum = new NumberText();
    private @Nullable BucketLayout layout;
    private long @Nullable [] cumulative;
    private long count = -1;
    private double estimatedSum;
    /** Read without the lock by the series budget. */
    private volatile int lines;
    /**
     * The metric that holds the exact sum. Null until Cassandra has registered it, which can be after the registration of
     * the distribution.
     */
    private @Nullable NodeMetric totalMicros;

    /** The names of the samples and the unit, shared by all series of a family. */
    static final class Names {
        final byte[] bucket;
        final byte[] count;
        final byte[] sum;
        final Metric.Unit unit;
        final BucketLayouts layouts;

        Names(byte[] bucket, byte[] count, byte[] sum, Metric.Unit unit, BucketLayouts layouts) {
            this.bucket = bucket;
            this.count = count;
            this.sum = sum;
            this.unit = unit;
            this.layouts = layouts;
        }
    }

    /**
     * @param sumFinder supplies the metric that holds the exact sum in microseconds
     * @param scale the factor for values of a metric that is not a timer
     */
    DistributionSeries(
            @Nullable Exportable owner,
            Names names,
            byte[] labels,
            NodeMetric metric,
            Supplier<@Nullable NodeMetric> sumFinder,
            double scale,
            boolean withBuckets) {
        super(owner, true);
        this.names = names;
        this.labels = labels;
        this.metric = metric;
        this.sumFinder = sumFinder;
        this.scale = scale;
        this.withBuckets = withBuckets;
        lines = withBuckets ? LINES_WITH_BUCKETS : LINES_WITHOUT_BUCKETS;
    }

    @Override
    String origin() {
        return metric.toString();
    }

    @Override
    boolean readValue() {
        if (totalMicros == null) totalMicros = sumFinder.get();
        long now = metric.count();
        // Cassandra increments its count before the bucket. The count kept here is the total of the buckets, so the
        // next scrape reads the buckets again if a bucket was not incremented yet.
        if (now != count) {
            if (withBuckets || totalMicros == null) readBuckets();
            else count = now;
        }
        sum.set(totalMicros == null ? estimatedSum : totalMicros.count() / MICROS_PER_SECOND);
        return true;
    }

    /** The expensive part of a read. */
    private void readBuckets() {
        Distribution distribution = metric.distribution();
        long[] counts = distribution.counts();
        layout = names.layouts.of(distribution, metric.kind() == NodeMetric.Kind.TIMER, scale, names.unit);
        int buckets = layout.bounds().length;
        if (cumulative == null || cumulative.length != buckets) cumulative = new long[buckets];
        if (withBuckets) lines = buckets + LINES_WITHOUT_BUCKETS;
        layout.cumulate(counts, cumulative);
        count = cumulative[buckets - 1];
        estimatedSum = layout.estimatedSum(counts);
    }

    @Override
    void append(TextBuffer out) {
        if (withBuckets) {
            byte[][] bounds = Objects.requireNonNull(layout).bounds();
            long[] counts = Objects.requireNonNull(cumulative);
            for (int i = 0; i < bounds.length; i++)
                out.sample(names.bucket, labels, bounds[i]).append(counts[i]).append('\n');
        }
        out.sample(names.count, labels, NO_LABEL).append(count).append('\n');
        sum.appendTo(out.sample(names.sum, labels, NO_LABEL));
        out.append('\n');
    }

    @Override
    int lines() {
        return lines;
    }
}
