package io.foreread.agent.readahead;

import io.foreread.exporter.recorder.ReadAheadState;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;

/**
 * Holds the switches and the memory of read-ahead, one instance per process. Thread-safe. A change of the mode, the switch,
 * the block size or skip-index applies to scans that are opened afterwards. Other changes apply to open scans and writers too,
 * unless stated otherwise. Switching off also ends the work ahead of open scans and writers.
 */
public final class ReadAhead implements ReadAheadState {
    /** The mode of read-ahead, or of compressing or decompressing ahead. */
    public enum Mode {
        /** Where Foreread expects a gain. */
        AUTO,
        /** Wherever it is possible. */
        ON,
        /** Nowhere. */
        OFF
    }

    /**
     * The block size of the native reader too. With reads of 256 KiB, a gp3 volume is limited by its bandwidth and not by
     * its IOPS.
     */
    public static final int DEFAULT_BLOCK_BYTES = 256 << 10;

    public static final int MIN_BLOCK_BYTES = 64 << 10;
    public static final int MAX_BLOCK_BYTES = 4 << 20;
    /** Blocks are whole pages, because direct I/O needs aligned lengths. */
    public static final int BLOCK_STEP_BYTES = Slab.PAGE_BYTES;

    /**
     * Enough for 224 open scans of 16 KiB chunks with the default block size. {@link BlockPool.Use} limits the shares of range
     * reads and of memory to compress and decompress ahead.
     */
    public static final long DEFAULT_BUDGET_BYTES = 64L << 20;

    private static final ReadAhead INSTANCE = new ReadAhead();

    private final BlockPool pool = new BlockPool(DEFAULT_BUDGET_BYTES);
    private final OpenScans openScans = new OpenScans();
    private volatile Mode mode = Mode.AUTO;
    private volatile boolean enabled = true;
    private volatile boolean overlap = true;
    private volatile Mode decompressAhead = Mode.AUTO;
    private volatile Mode compressAhead = Mode.OFF;
    private volatile boolean compressAheadFlush;
    private volatile BooleanSupplier spareCores = SpareCores.instance()::any;
    private volatile Predicate<Boolean> spareCoresToCompress = SpareCores.instance()::anyToCompress;

    private volatile boolean directIo;
    private volatile boolean skipIndex = true;
    private volatile boolean filterKeyCache = true;
    private volatile boolean skipEmptyInputs = true;
    private volatile boolean reuseScannedBytes = true;
    private volatile int blockBytes = DEFAULT_BLOCK_BYTES;

    public static ReadAhead instance() {
        return INSTANCE;
    }

    /** @throws IllegalArgumentException if a size is not allowed */
    public void configure(ReadAheadSettings settings) {
        mode(settings.mode());
        blockBytes(settings.blockBytes());
        budgetBytes(settings.budgetBytes());
        overlap(settings.overlap());
        decompressAhead(settings.decompressAhead());
        compressAhead(settings.compressAhead());
        compressAheadFlush(settings.compressAheadFlush());
        directIo(settings.directIo());
        skipIndex(settings.skipIndex());
        filterKeyCache(settings.filterKeyCache());
        skipEmptyInputs(settings.skipEmptyInputs());
        reuseScannedBytes(settings.reuseScannedBytes());
    }

    public BlockPool pool() {
        return pool;
    }

    public OpenScans openScans() {
        return openScans;
    }

    /** Refuses new scans for good, and drops the memory that open scans do not use. */
    public void end() {
        openScans.refuse();
        enabled(false);
    }

    /**
     * The mode. AUTO leaves scans to the native read-ahead where that has an effect, and reads ahead where it has none
     * (mmap, chunk cache). On releases without a native read-ahead, AUTO and ON are the same. OFF leaves every scan to
     * Cassandra.
     */
    public Mode mode() {
        return mode;
    }

    public synchronized void mode(Mode mode) {
        this.mode = mode;
        pool.keepsIdle(enabled());
    }

    /** False if switched off while running, or if the mode is {@link Mode#OFF}. */
    @Override
    public boolean enabled() {
        return enabled && mode != Mode.OFF;
    }

    /** Enabling read-ahead while the mode is OFF sets the mode to AUTO. */
    public synchronized void enabled(boolean enabled) {
        if (enabled && mode == Mode.OFF) mode = Mode.AUTO;
        this.enabled = enabled;
        pool.keepsIdle(enabled());
    }

    /**
     * Whether compaction-like scans have their own file descriptors, and thereby their own kernel readahead. Applies to scans
     * that have not read yet.
     */
    public boolean overlap() {
        return overlap;
    }

    public void overlap(boolean overlap) {
        this.overlap = overlap;
    }

    /**
     * AUTO: only chunks that are {@link DecodeRate#isSlow slow} to decompress, and only while there are spare cores. A change
     * applies to open scans too.
     */
    public Mode decompressAhead() {
        return decompressAhead;
    }

    public void decompressAhead(Mode decompressAhead) {
        this.decompressAhead = decompressAhead;
    }

    /**
     * Whether another thread decompresses the next chunks of a scan of a whole sstable.
     *
     * @param rate the rate of its last chunks
     */
    public boolean decompressesAhead(DecodeRate rate) {
        Mode wanted = decompressAhead;
        return wanted == Mode.ON || (wanted == Mode.AUTO && rate.isSlow() && spareCores.getAsBoolean());
    }

    /**
     * AUTO: only writers whose writes take much of their thread's time, and only while there are spare cores. A change applies to
     * open writers too.
     */
    public Mode compressAhead() {
        return compressAhead;
    }

    public void compressAhead(Mode compressAhead) {
        this.compressAhead = compressAhead;
    }

    /** Whether flushes of memtables compress ahead as compaction-like operations do. Applies to writers that are opened afterwards. */
    public boolean compressAheadFlush() {
        return compressAheadFlush;
    }

    public void compressAheadFlush(boolean compressAheadFlush) {
        this.compressAheadFlush = compressAheadFlush;
    }

    /** Whether any writer can compress ahead. */
    public boolean mayCompressAhead() {
        return compressAhead != Mode.OFF && enabled();
    }

    /**
     * Whether another thread compresses the next chunks of a writer if there is a spare core.
     *
     * @param largeShare whether compressing and writing take a large share of the time of its thread
     */
    public boolean wantsToCompressAhead(boolean largeShare) {
        return mayCompressAhead() && (largeShare || compressAhead == Mode.ON);
    }

    /**
     * Whether another thread compresses the next chunks of a writer. ON: also without a spare core. The writer
     * requests one nevertheless, so that the same core is not used to decompress.
     *
     * @param largeShare whether compressing and writing take a large share of the time of its thread
     */
    public boolean compressesAhead(boolean largeShare) {
        if (!wantsToCompressAhead(largeShare)) return false;
        boolean always = compressAhead == Mode.ON;
        return spareCoresToCompress.test(always) || always;
    }

    /** Replaces the check of this host for spare cores; for tests. */
    public void spareCores(BooleanSupplier spareCores) {
        this.spareCores = spareCores;
        spareCoresToCompress = always -> spareCores.getAsBoolean();
    }

    /** Whether scans of whole sstables bypass the page cache, where that is possible. Applies to scans that have not read yet. */
    public boolean directIo() {
        return directIo;
    }

    public void directIo(boolean directIo) {
        this.directIo = directIo;
    }

    /** Whether scans of whole sstables read the partitions in the order of the data, without the index. */
    public boolean skipIndex() {
        return skipIndex;
    }

    public void skipIndex(boolean skipIndex) {
        this.skipIndex = skipIndex;
    }

    /** Whether compactions of many sstables look up only keys that the key cache may contain. Applies to running compactions. */
    public boolean filterKeyCache() {
        return filterKeyCache;
    }

    public void filterKeyCache(boolean filterKeyCache) {
        this.filterKeyCache = filterKeyCache;
    }

    /** Whether merges of many inputs leave out those that do not have the partition. Applies to running scans. */
    public boolean skipEmptyInputs() {
        return skipEmptyInputs;
    }

    public void skipEmptyInputs(boolean skipEmptyInputs) {
        this.skipEmptyInputs = skipEmptyInputs;
    }

    /** Whether compactions of many sstables reuse the sum of the bytes that they have read. Applies to running compactions. */
    public boolean reuseScannedBytes() {
        return reuseScannedBytes;
    }

    public void reuseScannedBytes(boolean reuseScannedBytes) {
        this.reuseScannedBytes = reuseScannedBytes;
    }

    @Override
    public long blockBytes() {
        return blockBytes;
    }

    /** @throws IllegalArgumentException if out of bounds or no multiple of 4 KiB; the message is for an operator */
    public void blockBytes(long bytes) {
        if (bytes < MIN_BLOCK_BYTES || bytes > MAX_BLOCK_BYTES || bytes % BLOCK_STEP_BYTES != 0)
            throw new IllegalArgumentException("block size is " + bytes + " bytes; allowed are " + MIN_BLOCK_BYTES
                    + " to " + MAX_BLOCK_BYTES + " in steps of " + BLOCK_STEP_BYTES);
        blockBytes = (int) bytes;
    }

    @Override
    public long budgetBytes() {
        return pool.budgetBytes();
    }

    /** @throws IllegalArgumentException if negative; the message is for an operator */
    public void budgetBytes(long bytes) {
        if (bytes < 0) throw new IllegalArgumentException("buffer budget is " + bytes + " bytes; allowed are 0 and up");
        pool.budgetBytes(bytes);
    }

    @Override
    public long buffersInUse() {
        return pool.blocksInUse();
    }

    @Override
    public long bytesInUse() {
        return pool.bytesInUse();
    }

    @Override
    public long idleBytes() {
        return pool.idleBytes();
    }
}
