package io.foreread.it.contract;

/** How Cassandra opens a data file. */
enum Mode {
    STANDARD,
    MMAP,
    /** Standard access, with the chunk cache. */
    CACHED
}
