package io.foreread.exporter.jmx;

import io.foreread.exporter.source.Distribution;
import org.jspecify.annotations.Nullable;

/** What a bean said at one moment. Immutable. */
final class Reading {
    static final Reading NONE = new Reading(null, null, 0, null, null, null);

    /** Null if the bean could be read. */
    final @Nullable UnreadableException failure;
    /** Of a gauge. */
    final @Nullable Object value;

    final long count;
    /** Null if they were not asked for. */
    final @Nullable Buckets buckets;
    /** In the order of {@link JmxMetric#PERCENTILES}, as the bean has them; null if they were not asked for. */
    final double @Nullable [] percentiles;
    /** As the bean has it; null if it was not asked for. */
    final @Nullable Double mean;

    Reading(
            @Nullable UnreadableException failure,
            @Nullable Object value,
            long count,
            @Nullable Buckets buckets,
            double @Nullable [] percentiles,
            @Nullable Double mean) {
        this.failure = failure;
        this.value = value;
        this.count = count;
        this.buckets = buckets;
        this.percentiles = percentiles;
        this.mean = mean;
    }

    /** With the buckets there were, because they are read again only when something was counted. */
    Reading failed(UnreadableException reason) {
        return new Reading(reason, value, count, buckets, percentiles, mean);
    }

    /** Counts and their bounds. */
    static final class Buckets {
        private static final long MIN_LAST_BOUND_IN_NANOS = 1_000_000_000_000L;

        final long[] counts;
        /** Null if they are no counts. */
        final long @Nullable [] offsets;

        final long total;

        /** @param countBefore what the bean had counted just before it was asked for them */
        Buckets(long[] counts, long countBefore) {
            this.counts = counts;
            offsets = BeanBuckets.offsets(counts, countBefore);
            total = BeanBuckets.total(counts);
        }

        /** Of a timer: JMX exposes its percentiles in microseconds whatever its own unit is. */
        double unitsPerMicro() {
            return offsets != null && offsets[offsets.length - 1] >= MIN_LAST_BOUND_IN_NANOS ? 1000 : 1;
        }
    }

    /** A distribution of a bean; what of it was never asked for before is read now. */
    static final class BeanDistribution implements Distribution {
        private final JmxMetric metric;

        BeanDistribution(JmxMetric metric) {
            this.metric = metric;
        }

        @Override
        public long[] counts() {
            return metric.buckets().counts;
        }

        @Override
        public long @Nullable [] bucketOffsets() {
            return metric.buckets().offsets;
        }

        @Override
        public double quantile(double quantile) {
            return metric.percentile(quantile);
        }

        @Override
        public double mean() {
            return metric.mean();
        }

        @Override
        public String toString() {
            return metric.toString();
        }
    }
}
