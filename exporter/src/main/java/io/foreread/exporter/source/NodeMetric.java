package io.foreread.exporter.source;

import org.jspecify.annotations.Nullable;

/**
 * A metric of a node, in this or another JVM. A read can throw any {@link RuntimeException} or Error of Cassandra; the
 * caller must ensure that other metrics are not affected. Implementations are thread-safe: a scrape, a background read and
 * the ranking of tables can read a metric at the same time.
 */
public interface NodeMetric {
    /** The kind of the metric in Cassandra's registry. */
    enum Kind {
        GAUGE,
        COUNTER,
        METER,
        HISTOGRAM,
        /** A histogram of durations. */
        TIMER
    }

    Kind kind();

    /**
     * The value of a gauge: a Number, a Boolean, an array of counts per bucket ({@code long[]}), null, or an object that is not
     * exported.
     */
    @Nullable
    Object value();

    /** The count of a metric other than a gauge. */
    long count();

    /**
     * The distribution of a histogram or timer. The call is expensive, so each series makes it at most once per
     * scrape, and a histogram only if {@link #count} has changed.
     */
    Distribution distribution();
}
