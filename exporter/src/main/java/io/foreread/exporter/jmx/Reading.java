package io.foreread.exporter.jmx;

import io.foreread.exporter.source.Distribution;
import io.foreread.exporter.source.EstimatedBuckets;
import org.jspecify.annotations.Nullable;

/** The values of an MBean from one read. Immutable. */
final class Reading {
    static final Reading NONE = new Reading(null, null, 0, null, null, null);

    /** Why the read failed; null if the MBean could be read. */
    final @Nullable UnreadableException failure;
    /** The value of a gauge. */
    final @Nullable Object value;

    final long count;
    /** Null if the buckets were not read. */
    final @Nullable Buckets buckets;
    /**
     * The percentiles in the order of {@link JmxMetric#PERCENTILES}, in the unit of the MBean; null if the percentiles
     * were not read.
     */
    final double @Nullable [] percentiles;
    /** The mean in the unit of the MBean; null if the mean was not read. */
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

    /**
     * Returns these values with a failure. The buckets are kept, because they are read again only when the count
     * changes.
     */
    Reading failed(UnreadableException reason) {
        return new Reading(reason, value, count, buckets, percentiles, mean);
    }

    /** The bucket counts of a distribution, and their bounds. */
    static final class Buckets {
        final long[] counts;
        /** The bucket bounds; null if the values are not bucket counts. */
        final long @Nullable [] offsets;

        final long total;

        /** @param countBefore the number of recorded values just before the buckets were read */
        Buckets(long[] counts, long countBefore) {
            this.counts = counts;
            offsets = BeanBuckets.offsets(counts, countBefore);
            total = BeanBuckets.total(counts);
        }

        /**
         * Returns how many units of the timer are one microsecond: 1000 if it records nanoseconds, 1 if it records
         * microseconds. JMX has the percentiles of all timers in microseconds.
         */
        double unitsPerMicro() {
            return offsets != null && EstimatedBuckets.inNanoseconds(offsets) ? 1000 : 1;
        }
    }

    /** The distribution of an MBean. Parts that were not read before are read on demand. */
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
