package io.foreread.exporter.source;

import org.jspecify.annotations.Nullable;

/**
 * One metric of a node, in this JVM or in another. Asked by one thread at a time. What cannot be read is any
 * {@link RuntimeException} or Error of Cassandra's: it costs this metric and no other.
 */
public interface NodeMetric {
    /** What Cassandra's registry has it as. */
    enum Kind {
        GAUGE,
        COUNTER,
        METER,
        HISTOGRAM,
        /** A histogram of durations. */
        TIMER
    }

    Kind kind();

    /** Of a gauge: a Number, an array of counts per bucket ({@code long[]}), null or something nobody exports. */
    @Nullable
    Object value();

    /** Of all kinds but gauges: events or values counted so far. */
    long count();

    /** Of a histogram or timer. The expensive call: once per scrape at most, and not at all while {@link #count} stands. */
    Distribution distribution();
}
