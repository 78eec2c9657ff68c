package io.foreread.agent.readahead;

/**
 * How much of a scan's time goes into getting its chunks: waiting for bytes, checking and decompressing them. One per
 * scan; not thread-safe.
 */
public final class DecodeShare {
    /** Half a MiB of chunks of 16 KiB. */
    private static final int CHUNKS = 32;
    /** Below this, handing over costs what it gains. */
    private static final double LEAST_SHARE = 0.1;

    private int chunks;
    private long sinceNanos;
    private long decodingNanos;

    /** What comes next does not go on where the last chunk ended. */
    public void restart() {
        chunks = 0;
    }

    /**
     * Tells of a chunk that the scan's own thread has got.
     *
     * @return whether the last so many chunks were worth another thread
     */
    public boolean isLarge(long startNanos, long endNanos) {
        if (chunks == 0) {
            // The first one says nothing: what the scan did before is not known.
            sinceNanos = endNanos;
            decodingNanos = 0;
        } else {
            decodingNanos += endNanos - startNanos;
        }
        if (++chunks <= CHUNKS) return false;
        chunks = 0;
        return decodingNanos >= LEAST_SHARE * (endNanos - sinceNanos);
    }
}
