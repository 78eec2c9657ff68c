package io.foreread.it.contract;

/** How Cassandra opens a data file. */
enum Mode {
    STANDARD,
    MMAP,
    /** Standard access, with the chunk cache. */
    CACHED,
    /** Only the choice of the reader differs from {@link #CACHED}. */
    MMAP_CACHED;

    boolean isMapped() {
        return this == MMAP || this == MMAP_CACHED;
    }

    boolean isCached() {
        return this == CACHED || this == MMAP_CACHED;
    }
}
