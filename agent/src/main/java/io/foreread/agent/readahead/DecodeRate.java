package io.foreread.agent.readahead;

import java.util.function.LongSupplier;

/**
 * How fast the last chunks of a scan were checked and decompressed, by one chunk in eight. For one thread at a time.
 *
 * <p>Measured, and not told by the compressor's name: the same Zstd is twice as fast where little was to compress.
 */
public final class DecodeRate {
    /**
     * What is slower takes a good part of a compaction's thread, which merges 200 to 350 MiB a second. JSON in chunks of
     * 16 KiB: Deflate 384 MiB a second, Zstd 703, LZ4 3,330 (EPYC, Zen 5; docs/performance.md).
     */
    static final long SLOW_BYTES_PER_SECOND = 1L << 30;

    static final int CHUNKS_PER_SAMPLE = 8;
    /** A thread that loses its core in mid-chunk looks slow until as many others have come. */
    static final int SAMPLES = 4;

    private final LongSupplier nanoTime;
    private int chunk;
    private long startNanos;
    private int samples;
    private long bytes;
    private long nanos;
    private boolean slow;

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
     * When it has been decompressed; not to be told of one that failed.
     *
     * @param chunkBytes uncompressed
     */
    public void end(int chunkBytes) {
        if (chunk == 0) sampled(chunkBytes, nanoTime.getAsLong() - startNanos);
        if (++chunk == CHUNKS_PER_SAMPLE) chunk = 0;
    }

    private void sampled(int chunkBytes, long chunkNanos) {
        bytes += chunkBytes;
        nanos += chunkNanos;
        if (++samples < SAMPLES) return;
        slow = bytes * 1e9 < (double) nanos * SLOW_BYTES_PER_SECOND;
        samples = 0;
        bytes = 0;
        nanos = 0;
    }

    /** Whether another thread is worth its while; false until it is known. */
    public boolean isSlow() {
        return slow;
    }
}
