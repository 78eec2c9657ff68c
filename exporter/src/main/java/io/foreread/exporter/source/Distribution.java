package io.foreread.exporter.source;

import org.jspecify.annotations.Nullable;

/** A snapshot of a histogram or timer, in the metric's own unit. */
public interface Distribution {
    /**
     * Returns the number of values in each bucket since the node started, without decay. The last bucket is the
     * overflow bucket. The array must not be modified.
     */
    long[] counts();

    /**
     * Returns the inclusive upper bounds of the buckets in ascending order, without a bound for the overflow bucket.
     * The array must not be modified.
     *
     * @return null if the distribution has no buckets; then {@link #counts} is meaningless
     */
    long @Nullable [] bucketOffsets();

    /** A quantile of the last minutes, with the weights of Cassandra's decaying reservoir. */
    double quantile(double quantile);

    /** The mean of the last minutes, with the weights of Cassandra's decaying reservoir. */
    double mean();
}
