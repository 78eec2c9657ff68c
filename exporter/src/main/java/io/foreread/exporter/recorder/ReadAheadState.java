package io.foreread.exporter.recorder;

/** Gives scrapes access to the settings and memory of read-ahead. Implementations are thread-safe. */
public interface ReadAheadState {
    boolean enabled();

    long blockBytes();

    long budgetBytes();

    /** Buffers held by open scans. */
    long buffersInUse();

    long bytesInUse();

    /** Bytes kept for future scans. */
    long idleBytes();
}
