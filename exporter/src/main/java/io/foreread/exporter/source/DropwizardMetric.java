package io.foreread.exporter.source;

import com.codahale.metrics.Counting;
import com.codahale.metrics.Gauge;
import com.codahale.metrics.Metric;
import com.codahale.metrics.Sampling;
import com.codahale.metrics.Snapshot;

/** A metric object of the registry in this JVM. Immutable. */
final class DropwizardMetric implements NodeMetric {
    private final Kind kind;
    private final Metric metric;

    DropwizardMetric(Kind kind, Metric metric) {
        this.kind = kind;
        this.metric = metric;
    }

    @Override
    public Kind kind() {
        return kind;
    }

    @Override
    public Object value() {
        return ((Gauge<?>) metric).getValue();
    }

    @Override
    public long count() {
        return ((Counting) metric).getCount();
    }

    @Override
    public Distribution distribution() {
        return new SnapshotDistribution(((Sampling) metric).getSnapshot());
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
        public long[] bucketOffsets() {
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
