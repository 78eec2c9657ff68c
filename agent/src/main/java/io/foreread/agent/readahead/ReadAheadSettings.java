package io.foreread.agent.readahead;

/** The initial settings of read-ahead; {@link ReadAhead} explains each value. Immutable. */
public final class ReadAheadSettings {
    private final ReadAhead.Mode mode;
    private final long blockBytes;
    private final long budgetBytes;
    private final boolean overlap;
    private final ReadAhead.Mode decompressAhead;
    private final ReadAhead.Mode compressAhead;
    private final boolean compressAheadFlush;
    private final boolean directIo;
    private final boolean skipIndex;
    private final boolean filterKeyCache;
    private final boolean skipEmptyInputs;
    private final boolean reuseScannedBytes;

    public ReadAheadSettings(
            ReadAhead.Mode mode,
            long blockBytes,
            long budgetBytes,
            boolean overlap,
            ReadAhead.Mode decompressAhead,
            ReadAhead.Mode compressAhead,
            boolean compressAheadFlush,
            boolean directIo,
            boolean skipIndex,
            boolean filterKeyCache,
            boolean skipEmptyInputs,
            boolean reuseScannedBytes) {
        this.mode = mode;
        this.blockBytes = blockBytes;
        this.budgetBytes = budgetBytes;
        this.overlap = overlap;
        this.decompressAhead = decompressAhead;
        this.compressAhead = compressAhead;
        this.compressAheadFlush = compressAheadFlush;
        this.directIo = directIo;
        this.skipIndex = skipIndex;
        this.filterKeyCache = filterKeyCache;
        this.skipEmptyInputs = skipEmptyInputs;
        this.reuseScannedBytes = reuseScannedBytes;
    }

    public ReadAhead.Mode mode() {
        return mode;
    }

    public long blockBytes() {
        return blockBytes;
    }

    public long budgetBytes() {
        return budgetBytes;
    }

    public boolean overlap() {
        return overlap;
    }

    public ReadAhead.Mode decompressAhead() {
        return decompressAhead;
    }

    public ReadAhead.Mode compressAhead() {
        return compressAhead;
    }

    public boolean compressAheadFlush() {
        return compressAheadFlush;
    }

    public boolean directIo() {
        return directIo;
    }

    public boolean skipIndex() {
        return skipIndex;
    }

    public boolean filterKeyCache() {
        return filterKeyCache;
    }

    public boolean skipEmptyInputs() {
        return skipEmptyInputs;
    }

    public boolean reuseScannedBytes() {
        return reuseScannedBytes;
    }
}
