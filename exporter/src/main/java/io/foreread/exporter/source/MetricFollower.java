package io.foreread.exporter.source;

/**
 * Receives the metrics of a node: first all existing metrics, then additions and removals. Called by the Cassandra
 * threads that create and drop tables, so implementations must be fast and must not throw. Thread-safe.
 */
public interface MetricFollower {
    /** Adds a metric; replaces an earlier metric of the same name. */
    void added(MetricName name, NodeMetric metric);

    void removed(MetricName name);
}
