package io.foreread.it.contract;

/** How Cassandra opens a data file. */
enum Mode {
    STANDARD,
    MMAP,
    /** Standard, through the chunk cache. */
    CACHED
}
