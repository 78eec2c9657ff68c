package io.foreread.exporter.source;

/**
 * Receives which metrics a node has: first all, then those that are added and removed. Called by whichever thread of Cassandra
 * creates or drops a table: quick, and never throwing. Thread-safe.
 */
public interface MetricFollower {
    /** Replaces an earlier metric of that name. */
    void added(MetricName name, NodeMetric metric);

    void removed(MetricName name);
}
