package io.foreread.agent.readahead;

/** Determines the size of each fill. One instance per scan; not thread-safe. */
public abstract class FillSize {
    /**
     * The number of first fills that read a single range. Ten rows of 1 KB are in one or two chunks of 16 KiB. If the
     * size doubled from the first fill on, a read of ten rows would read 25 % more bytes than with the stock reader.
     */
    private static final int SINGLE_RANGES = 4;

    private FillSize() {}

    /**
     * @param continues whether the fill starts where the previous one ended
     * @param rangeBytes length of the requested range
     * @param blockBytes length of the block
     * @return bytes to read; the caller never reads less than the range and never more than a block
     */
    abstract long next(boolean continues, int rangeBytes, int blockBytes);

    /** Returns whether every fill is as large as the block. */
    public abstract boolean isFull();

    /** Returns whether the next fill would be larger than a block of this size if the scan continues sequentially. */
    public abstract boolean outgrows(int blockBytes);

    /**
     * Returns whether the scan reads its file, or ranges of it, to the end. {@code overlap} and {@code direct-io} apply to
     * such scans only.
     */
    public abstract boolean readsToEnd();

    /** Returns whether another thread can decompress the next chunks of the scan. */
    public abstract boolean mayDecompressAhead();

    /** Every fill is a full block. For scans that read the whole file, or some ranges of it to the end. */
    public static FillSize full() {
        return new Full(true, true);
    }

    /**
     * Like {@link #full}, without decompressing ahead: for scrub, which can release the sstable's metadata while
     * another thread decompresses.
     */
    public static FillSize scrub() {
        return new Full(true, false);
    }

    /**
     * Every fill is a full block, without decompressing ahead. For the cursor over the keys of a BTI sstable: its iterator
     * releases the sstable's metadata before it closes the cursor.
     */
    public static FillSize keys() {
        return new Full(false, false);
    }

    /**
     * For range reads, which a LIMIT or the page size can end at any chunk. The first fills read the requested range
     * only. Then the size doubles while the scan is sequential. A range read that ends within the first fills reads as
     * many bytes as with the stock reader. If the chunks are of similar size, no range read reads more than twice the
     * bytes that it uses.
     */
    public static FillSize ramp() {
        return new Ramp();
    }

    private static final class Full extends FillSize {
        private final boolean readsToEnd;
        private final boolean mayDecompressAhead;

        Full(boolean readsToEnd, boolean mayDecompressAhead) {
            this.readsToEnd = readsToEnd;
            this.mayDecompressAhead = mayDecompressAhead;
        }

        @Override
        long next(boolean continues, int rangeBytes, int blockBytes) {
            return blockBytes;
        }

        @Override
        public boolean isFull() {
            return true;
        }

        @Override
        public boolean outgrows(int blockBytes) {
            return false;
        }

        @Override
        public boolean readsToEnd() {
            return readsToEnd;
        }

        @Override
        public boolean mayDecompressAhead() {
            return mayDecompressAhead;
        }
    }

    private static final class Ramp extends FillSize {
        private int singles;
        private long lastBytes;

        @Override
        long next(boolean continues, int rangeBytes, int blockBytes) {
            if (!continues) singles = 0;
            if (singles < SINGLE_RANGES) {
                singles++;
                lastBytes = rangeBytes;
            } else {
                // The scan can keep a small block for long. It then continues from the size that it has read.
                lastBytes = Math.min(lastBytes * 2, blockBytes);
            }
            return lastBytes;
        }

        @Override
        public boolean isFull() {
            return false;
        }

        @Override
        public boolean outgrows(int blockBytes) {
            return singles == SINGLE_RANGES && lastBytes * 2 > blockBytes;
        }

        @Override
        public boolean readsToEnd() {
            return false;
        }

        @Override
        public boolean mayDecompressAhead() {
            return false;
        }
    }
}
