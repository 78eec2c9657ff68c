package io.foreread.exporter.catalog;

import java.util.Locale;

/** The scope of a metric, which decides how many series it can have and how it is selected. */
public enum Level {
    /** Once per node, or once per one of few parts of it: operations, pools, caches. */
    NODE,
    KEYSPACE,
    /** Tables, indexes and views: thousands on some clusters. */
    TABLE;

    /** As configuration and lists have it. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
