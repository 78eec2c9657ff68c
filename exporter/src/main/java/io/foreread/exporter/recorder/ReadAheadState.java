package io.foreread.exporter.recorder;

/** Gives scrapes access to the settings and memory of read-ahead. Implementations are thread-safe. */
public interface ReadAheadState {
    /** Whether new scans read ahead. */
    boolean enabled();

    /** The size of a full read in bytes. */
    long blockBytes();

    /** The limit of the direct memory of all scans and writers together, in bytes. */
    long budgetBytes();

    /** The number of allocations held by open scans and writers. */
    long buffersInUse();

    /** Direct memory held by open scans and writers, in bytes. */
    long bytesInUse();

    /** Direct memory kept for future scans and writers, in bytes. */
    long idleBytes();
}
