package io.foreread.agent.writeahead;

import java.util.function.LongSupplier;

/**
 * Measures which share of its time a thread spends in compressing and writing chunks. One thread at a time can use it.
 *
 * <p>The share is measured and not derived from the compressor, because it depends on the data and on what else the thread
 * does: a merge of many small rows takes longer than LZ4.
 */
public final class WriteShare {
    /**
     * From a fifth on, another thread is used. Compression and writes of LZ4 take about a third of the time of a compaction of
     * 1 KB values, and those of Zstd half. The limit is chosen, not measured.
     */
    static final int LARGE_DIVISOR = 5;

    static final int CHUNKS_PER_SAMPLE = 16;

    private final LongSupplier nanoTime;
    private int chunks;
    private long sampleStartNanos;
    private long writeStartNanos;
    private long writeNanos;
    private boolean large;

    public WriteShare() {
        this(System::nanoTime);
    }

    WriteShare(LongSupplier nanoTime) {
        this.nanoTime = nanoTime;
        sampleStartNanos = nanoTime.getAsLong();
    }

    /** Called before the thread compresses a chunk. */
    public void begin() {
        writeStartNanos = nanoTime.getAsLong();
        if (chunks < CHUNKS_PER_SAMPLE) return;
        large = writeNanos * LARGE_DIVISOR >= writeStartNanos - sampleStartNanos;
        restart();
    }

    /** Called after the thread has written a chunk. */
    public void end() {
        writeNanos += nanoTime.getAsLong() - writeStartNanos;
        chunks++;
    }

    /** Begins a new sample, because the thread has not written its chunks itself in the meantime. */
    public void restart() {
        chunks = 0;
        writeNanos = 0;
        sampleStartNanos = nanoTime.getAsLong();
    }

    /** Returns whether the share of the last sample was large; false until enough chunks were measured. */
    public boolean isLarge() {
        return large;
    }
}
