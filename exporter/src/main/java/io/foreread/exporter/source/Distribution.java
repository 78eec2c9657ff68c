package io.foreread.exporter.source;

import org.jspecify.annotations.Nullable;

/** The values of a histogram or timer at one moment, all in its own unit. */
public interface Distribution {
    /** Values per bucket since the node started, never decaying, the overflow bucket last. Not to be changed. */
    long[] counts();

    /**
     * Inclusive upper bounds of the buckets, ascending, one fewer than the counts. Not to be changed.
     *
     * @return null if it does not count by buckets; then its counts are not counts at all
     */
    long @Nullable [] bucketOffsets();

    /** Of the last minutes, as Cassandra weighs them. */
    double quantile(double quantile);

    /** Of the last minutes, as Cassandra weighs them. */
    double mean();
}
