package io.foreread.exporter.catalog;

import java.util.Locale;

/** How finely a metric is told, which decides how many series it may become and how it is switched on. */
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
