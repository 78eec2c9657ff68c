package io.foreread.agent.readahead;

import java.util.function.LongSupplier;

/**
 * How fast the last chunks of a scan were checked and decompressed, by one chunk in eight. For one thread at a time.
 *
 * <p>Measured, not derived from the compressor's name: the same Zstd is twice as fast where little was to compress.
 */
public final class DecodeRate {
    /**
     * What is slower takes a good part of the thread of a compaction, which merges 200 to 350 MiB a second on a fast CPU.
     * Of text that compresses well Zstd and Deflate are slower there, and LZ4 is three times as fast.
     */
    static final long SLOW_BYTES_PER_SECOND = 1L << 30;

    static final int CHUNKS_PER_SAMPLE = 8;
    /**
     * So many more of the samples have to be slow than fast, and from there on as many more fast than slow: a chunk in
     * which the thread lost its core, or a collection of garbage fell, decides nothing.
     */
    static final int MAJORITY = 4;

    private final LongSupplier nanoTime;
    private int chunk;
    private long startNanos;
    /** Samples that were slow less those that were fast, between 0 and all but twice the majority. */
    private int slower;

    public DecodeRate() {
        this(System::nanoTime);
    }

    DecodeRate(LongSupplier nanoTime) {
        this.nanoTime = nanoTime;
    }

    /** When a chunk has been read: who waits for the device is not slow to decompress. */
    public void begin() {
        if (chunk == 0) startNanos = nanoTime.getAsLong();
    }

    /**
     * Called after a chunk was decompressed, and not after a failure.
     *
     * @param chunkBytes uncompressed
     */
    public void end(int chunkBytes) {
        if (chunk == 0) sampled(chunkBytes, nanoTime.getAsLong() - startNanos);
        if (++chunk == CHUNKS_PER_SAMPLE) chunk = 0;
    }

    private void sampled(int chunkBytes, long chunkNanos) {
        boolean slow = chunkBytes * 1e9 < (double) chunkNanos * SLOW_BYTES_PER_SECOND;
        slower = slow ? Math.min(slower + 1, 2 * MAJORITY - 1) : Math.max(slower - 1, 0);
    }

    /** Whether another thread is worth its while; false until it is known. */
    public boolean isSlow() {
        return slower >= MAJORITY;
    }
}
