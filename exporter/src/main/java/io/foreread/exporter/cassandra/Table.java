package io.foreread.exporter.cassandra;

/** One table, whose series are exported together or not at all. Thread-safe. */
final class Table {
    private final String name;
    private volatile boolean exported;
    /** Series that are exported with it; changed under the lock of the map that holds it. */
    private int holders;

    Table(String name, boolean exported) {
        this.name = name;
        this.exported = exported;
    }

    /** {@code keyspace.table}. */
    String name() {
        return name;
    }

    boolean isExported() {
        return exported;
    }

    void exported(boolean isExported) {
        exported = isExported;
    }

    void hold() {
        holders++;
    }

    /** @return whether nobody holds it any more */
    boolean release() {
        return --holders == 0;
    }
}
