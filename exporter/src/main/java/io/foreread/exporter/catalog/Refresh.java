package io.foreread.exporter.catalog;

import java.util.Locale;

/** How often a metric is read. Metrics that are not live are read in the background, never by a scrape. */
public enum Refresh {
    /** Read by every scrape: the value is already maintained and cheap to read. */
    LIVE,
    /** Iterates over the sstables or the levels of a table. */
    SLOW,
    /** Lists files, or merges the statistics of all sstables. */
    RARE;

    /** The name in settings and lists. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
