package io.foreread.exporter.catalog;

import java.util.Locale;

/** The granularity of a metric. It determines the number of series, and the setting that enables the metric. */
public enum Level {
    /** One series per node, or per operation, thread pool, cache or peer. */
    NODE,
    KEYSPACE,
    /** One series per table, index or view: thousands on some clusters. */
    TABLE;

    /** The name in settings and lists. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
