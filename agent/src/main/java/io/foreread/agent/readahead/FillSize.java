package io.foreread.agent.readahead;

/** How much a fill reads. One instance per scan; not thread-safe. */
public abstract class FillSize {
    private FillSize() {}

    /**
     * @param continues the fill goes on where the previous one ended
     * @param rangeBytes the range that is asked for
     * @return bytes to read; the caller never reads less than the range and never more than a block
     */
    abstract long next(boolean continues, int rangeBytes);

    /** A full block each time: for scans that will read everything. */
    public static FillSize full() {
        return new FillSize() {
            @Override
            long next(boolean continues, int rangeBytes) {
                return Long.MAX_VALUE;
            }
        };
    }

    /**
     * The range alone at first, doubling while the scan goes straight on: for range reads, which a LIMIT or a page may
     * end after one chunk. A scan of n bytes reads at most 2n, and its first chunk costs what the stock reader pays.
     */
    public static FillSize ramp() {
        return new FillSize() {
            private long lastBytes;

            @Override
            long next(boolean continues, int rangeBytes) {
                // Capped far above any block; the caller cuts it to its own.
                lastBytes = continues ? Math.min(lastBytes * 2, 1L << 30) : rangeBytes;
                return lastBytes;
            }
        };
    }
}
