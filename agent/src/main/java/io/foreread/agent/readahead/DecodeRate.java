package io.foreread.agent.readahead;

import java.util.function.LongSupplier;

/**
 * Measures how fast the chunks of a scan are checked and decompressed. It measures one chunk in eight. One thread at a
 * time can use it.
 *
 * <p>The rate is measured and not derived from the name of the compressor, because it depends on the data: Zstd is
 * twice as fast for data that compresses little.
 */
public final class DecodeRate {
    /**
     * Slower decompression takes a large part of the time of a compaction thread, which merges 200 to 350 MiB a second
     * on a fast CPU. For text that compresses well, Zstd and Deflate on such a CPU are slower than this rate. LZ4 is
     * three times as fast as this rate.
     */
    static final long SLOW_BYTES_PER_SECOND = 1L << 30;

    static final int CHUNKS_PER_SAMPLE = 8;
    /**
     * The value of {@link #slower} from which decompression counts as slow. It is greater than 1, so that one chunk
     * does not change the result if the thread lost its core or garbage was collected.
     */
    static final int MAJORITY = 4;

    private final LongSupplier nanoTime;
    private int chunk;
    private long startNanos;
    /** Increased by each slow sample and decreased by each fast one, between 0 and {@code 2 * MAJORITY - 1}. */
    private int slower;

    public DecodeRate() {
        this(System::nanoTime);
    }

    DecodeRate(LongSupplier nanoTime) {
        this.nanoTime = nanoTime;
    }

    /** Called when a chunk has been read, so that time spent waiting for the device does not count. */
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

    /**
     * Returns whether decompression is slow enough for another thread to help; false until enough chunks were measured.
     */
    public boolean isSlow() {
        return slower >= MAJORITY;
    }
}
