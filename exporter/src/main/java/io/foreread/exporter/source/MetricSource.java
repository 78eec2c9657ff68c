package io.foreread.exporter.source;

/** Something that can be asked for its metrics at any time, by any thread. */
public interface MetricSource {
    /** The {@code source} label of the metrics about the collection itself. */
    String name();

    void collect(MetricSink sink);
}
