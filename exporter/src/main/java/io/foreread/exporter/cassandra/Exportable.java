package io.foreread.exporter.cassandra;

/** What a series belongs to: a table, or a peer. Its series are exported all or none. */
interface Exportable {
    boolean isExported();
}
