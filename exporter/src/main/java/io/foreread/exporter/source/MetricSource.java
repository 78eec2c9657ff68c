package io.foreread.exporter.source;

/** A source of metrics that any thread can collect at any time. */
public interface MetricSource {
    /** The value of the label {@code group} in metrics about the collection. */
    String name();

    void collect(MetricSink sink);
}
