package io.foreread.exporter.dropwizard;

import com.codahale.metrics.Counter;
import com.codahale.metrics.Counting;
import com.codahale.metrics.Gauge;
import com.codahale.metrics.Histogram;
import com.codahale.metrics.Meter;
import com.codahale.metrics.Metric;
import com.codahale.metrics.Sampling;
import com.codahale.metrics.Snapshot;
import com.codahale.metrics.Timer;
import io.foreread.exporter.source.Distribution;
import io.foreread.exporter.source.NodeMetric;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A metric of the Dropwizard registry in this JVM. Immutable. */
final class DropwizardMetric implements NodeMetric {
    private final Kind kind;
    /** The name in the registry: the same String object, so it needs no additional memory. */
    private final String name;

    private final Metric metric;
    /** The metric as Counting, or null. Cached, because a scrape reads tens of thousands of counts. */
    private final @Nullable Counting counting;
    /** Null if the metric cannot be a sum of other timers. */
    private final @Nullable SummedTimer summed;

    DropwizardMetric(Kind kind, String name, Metric metric) {
        this.name = name;
        this.kind = kind;
        this.metric = metric;
        SummedCount summedCount = SummedCount.of(metric);
        if (summedCount != null) counting = summedCount;
        else counting = metric instanceof Counting ? (Counting) metric : null;
        summed = SummedTimer.of(metric, summedCount);
    }

    /** @return null if the kind is unknown */
    static @Nullable Kind kindOf(Metric metric) {
        if (metric instanceof Gauge) return Kind.GAUGE;
        if (metric instanceof Counter) return Kind.COUNTER;
        if (metric instanceof Meter) return Kind.METER;
        if (metric instanceof Histogram) return Kind.HISTOGRAM;
        return metric instanceof Timer ? Kind.TIMER : null;
    }

    @Override
    public Kind kind() {
        return kind;
    }

    @Override
    public @Nullable Object value() {
        return ((Gauge<?>) metric).getValue();
    }

    @Override
    public long count() {
        return Objects.requireNonNull(counting).getCount();
    }

    @Override
    public Distribution distribution() {
        Distribution sum = summed == null ? null : summed.distribution();
        return sum != null ? sum : new SnapshotDistribution(((Sampling) metric).getSnapshot());
    }

    @Override
    public String toString() {
        return name;
    }

    private static final class SnapshotDistribution implements Distribution {
        private final Snapshot snapshot;

        SnapshotDistribution(Snapshot snapshot) {
            this.snapshot = snapshot;
        }

        @Override
        public long[] counts() {
            return snapshot.getValues();
        }

        @Override
        public long @Nullable [] bucketOffsets() {
            return BucketOffsets.of(snapshot);
        }

        @Override
        public double quantile(double quantile) {
            return snapshot.getValue(quantile);
        }

        @Override
        public double mean() {
            return snapshot.getMean();
        }

        @Override
        public String toString() {
            return snapshot.getClass().getName();
        }
    }
}
