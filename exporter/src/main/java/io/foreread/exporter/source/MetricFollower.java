package io.foreread.exporter.source;

/**
 * Told which metrics a node has, first all there are, then what comes and goes. Called by whichever thread of Cassandra
 * creates or drops a table: quick, and never throwing. Thread-safe.
 */
public interface MetricFollower {
    /** Replaces an earlier metric of that name. */
    void added(MetricName name, NodeMetric metric);

    void removed(MetricName name);
}
