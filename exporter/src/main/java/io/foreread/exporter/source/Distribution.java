package io.foreread.exporter.source;

import org.jspecify.annotations.Nullable;

/** A snapshot of a histogram or timer, in the metric's own unit. */
public interface Distribution {
    /** Values per bucket since the node started, without decay, the overflow bucket last. Must not be modified. */
    long[] counts();

    /**
     * Inclusive upper bounds of the buckets, ascending, one fewer than the counts. Must not be modified.
     *
     * @return null if the distribution has no buckets; then {@link #counts} is meaningless
     */
    long @Nullable [] bucketOffsets();

    /** A quantile of the last minutes, with the weights of Cassandra's decaying reservoir. */
    double quantile(double quantile);

    /** The mean of the last minutes, with the weights of Cassandra's decaying reservoir. */
    double mean();
}
