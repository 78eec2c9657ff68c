package io.foreread.exporter.catalog;

import java.util.Locale;

/** How often a number is asked for. Whatever is not live is asked for in the background, never by a scrape. */
public enum Refresh {
    /** By every scrape: reads a number that somebody else keeps. */
    LIVE,
    /** Walks the sstables or the levels of a table. */
    SLOW,
    /** Walks the file system, or merges sketches of all sstables. */
    RARE;

    /** As configuration and lists have it. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
