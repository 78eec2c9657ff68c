package io.foreread.exporter.cassandra;

/** One table, whose series are told together or not at all. Thread-safe. */
final class Table {
    private final String name;
    private volatile boolean told;
    /** Series that are told with it; changed under the lock of the map that holds it. */
    private int holders;

    Table(String name, boolean told) {
        this.name = name;
        this.told = told;
    }

    /** {@code keyspace.table}. */
    String name() {
        return name;
    }

    boolean told() {
        return told;
    }

    void tell(boolean tellIt) {
        told = tellIt;
    }

    void hold() {
        holders++;
    }

    /** @return whether nobody holds it any more */
    boolean release() {
        return --holders == 0;
    }
}
