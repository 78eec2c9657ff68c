package io.foreread.agent.readahead;

/** How much a fill reads. One instance per scan; not thread-safe. */
public abstract class FillSize {
    /** Ten rows of 1 KB lie in one or two chunks of 16 KiB; doubling from the first one cost a quarter more than stock. */
    private static final int SINGLE_RANGES = 4;

    private FillSize() {}

    /**
     * @param continues the fill goes on where the previous one ended
     * @param rangeBytes the range that is asked for
     * @return bytes to read; the caller never reads less than the range and never more than a block
     */
    abstract long next(boolean continues, int rangeBytes);

    /** Whether fills are as large as the block. */
    public abstract boolean isFull();

    /** Whether a scan that has gone on from one block to the next will want the one behind it too. */
    public abstract boolean goesOn();

    /** A full block each time: for scans that will read everything, of the file or of some of its ranges. */
    public static FillSize full() {
        return full(true);
    }

    /**
     * A full block each time, and nothing before it is asked for: for the cursor over the keys of a BTI sstable. Its
     * iterator gives up the sstable's metadata before it closes the cursor, so that no other thread may be at work for it.
     */
    public static FillSize keys() {
        return full(false);
    }

    private static FillSize full(boolean goesOn) {
        return new FillSize() {
            @Override
            long next(boolean continues, int rangeBytes) {
                return Long.MAX_VALUE;
            }

            @Override
            public boolean isFull() {
                return true;
            }

            @Override
            public boolean goesOn() {
                return goesOn;
            }
        };
    }

    /**
     * The range alone for the first few, then doubling while the scan goes straight on: for range reads, which a LIMIT or
     * a page may end at any chunk. A read that ends within the first few costs what the stock reader pays, and none reads
     * more than twice what it uses.
     */
    public static FillSize ramp() {
        return new FillSize() {
            private int singles;
            private long lastBytes;

            @Override
            long next(boolean continues, int rangeBytes) {
                if (!continues) singles = 0;
                if (singles < SINGLE_RANGES) {
                    singles++;
                    lastBytes = rangeBytes;
                } else {
                    // Capped far above any block; the caller cuts it to its own.
                    lastBytes = Math.min(lastBytes * 2, 1L << 30);
                }
                return lastBytes;
            }

            @Override
            public boolean isFull() {
                return false;
            }

            @Override
            public boolean goesOn() {
                return false;
            }
        };
    }
}
