package io.foreread.exporter.catalog;

/** Metrics that belong together: one file of the catalog, one {@code group} label of what a scrape costs. Immutable. */
public final class Group {
    private final String name;
    private final Level level;
    private final boolean byDefault;

    Group(String name, Level level, boolean byDefault) {
        this.name = name;
        this.level = level;
        this.byDefault = byDefault;
    }

    /** Such as {@code client_request}. */
    public String name() {
        return name;
    }

    public Level level() {
        return level;
    }

    /** Whether a row of the group is exported by default, unless the row says otherwise. */
    boolean byDefault() {
        return byDefault;
    }

    @Override
    public String toString() {
        return name;
    }
}
