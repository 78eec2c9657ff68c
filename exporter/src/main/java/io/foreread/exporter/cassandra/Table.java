package io.foreread.exporter.cassandra;

/** A table. Either all of its series are exported, or none. Thread-safe. */
final class Table implements Exportable {
    private final String name;
    private volatile boolean exported;
    /** The number of series of this table. Guarded by the lock of the map that holds the table. */
    private int seriesCount;

    Table(String name, boolean exported) {
        this.name = name;
        this.exported = exported;
    }

    /** {@code keyspace.table}. */
    String name() {
        return name;
    }

    @Override
    public boolean isExported() {
        return exported;
    }

    void setExported(boolean isExported) {
        exported = isExported;
    }

    void retain() {
        seriesCount++;
    }

    /** @return whether the last series of this table was released */
    boolean release() {
        return --seriesCount == 0;
    }
}
