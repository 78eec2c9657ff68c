package io.foreread.exporter.source;

/**
 * Receives the metrics of a node: first all existing metrics, then additions and removals. Cassandra's threads that
 * create and drop tables call it, so implementations must be fast and thread-safe, and must not throw.
 */
public interface MetricFollower {
    /** Adds a metric; replaces an earlier metric of the same name. */
    void added(MetricName name, NodeMetric metric);

    void removed(MetricName name);
}
