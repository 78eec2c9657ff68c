package io.foreread.exporter.cassandra;

/** A table or peer, to which series belong. Either all of its series are exported, or none. */
interface Exportable {
    boolean isExported();
}
