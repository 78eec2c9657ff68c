package io.foreread.exporter.catalog;

import java.util.Locale;

/** How often a metric is read. Slow and rare metrics are read in the background, never by a scrape. */
public enum Refresh {
    /** A read is cheap, because the node maintains the value. Every scrape reads it, except for {@link NodeFacts}. */
    LIVE,
    /** The read iterates over the sstables or the levels of a table. */
    SLOW,
    /** The read lists files, or merges the statistics of all sstables. */
    RARE;

    /** The name in settings and lists. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
