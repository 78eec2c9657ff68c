package io.foreread.exporter.catalog;

/** A group of related metrics: one file of the catalog, and one value of the label {@code group}. Immutable. */
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

    /** Whether a row without a key {@code default} is exported by default. */
    boolean byDefault() {
        return byDefault;
    }

    @Override
    public String toString() {
        return name;
    }
}
