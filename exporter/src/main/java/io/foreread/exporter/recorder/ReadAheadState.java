package io.foreread.exporter.recorder;

/** The read-ahead's switches and memory as a scrape sees them. Implementations are thread-safe. */
public interface ReadAheadState {
    boolean enabled();

    long blockBytes();

    long budgetBytes();

    /** Buffers that scans hold now; 0 when no scan is open. */
    long lentBuffers();

    long lentBytes();

    /** Bytes kept for the next scans. */
    long idleBytes();
}
