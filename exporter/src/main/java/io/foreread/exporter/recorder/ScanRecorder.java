package io.foreread.exporter.recorder;

import java.util.concurrent.atomic.LongAdder;

/** Records the work of the read-ahead reader. Thread-safe. Allocates nothing after construction. */
public final class ScanRecorder {
    /** The reader that served a scan. */
    public enum Reader {
        FOREREAD("foreread"),
        NATIVE("native"),
        STOCK("stock");

        private final String label;

        Reader(String label) {
            this.label = label;
        }

        public String label() {
            return label;
        }
    }

    /** How a scan reads: with full blocks from its beginning, or with fills that start at one chunk and double. */
    public enum Pattern {
        FULL("full"),
        RAMP("ramp");

        private final String label;

        Pattern(String label) {
            this.label = label;
        }

        public String label() {
            return label;
        }
    }

    /** Why a scan used the stock or native reader instead of read-ahead. */
    public enum Reason {
        /** Read-ahead is disabled, globally or for this hook, or 6.0 reads with its own direct I/O. */
        SWITCHED_OFF("switched_off"),
        /**
         * The sstable has one chunk or one page only, or its chunks are about as large as a block or larger than 128 KiB.
         */
        NOTHING_TO_GAIN("nothing_to_gain"),
        /** The scan is a range read that uses the chunk cache. */
        CHUNK_CACHE("chunk_cache"),
        /** Cassandra's native read-ahead is effective. */
        NATIVE_EFFECTIVE("native_effective"),
        /** The buffer budget is exhausted. */
        BUDGET_SPENT("budget_spent"),
        /** The JVM has no direct memory left. */
        DIRECT_MEMORY("direct_memory"),
        /**
         * The thread of the scan was interrupted. An interrupt closes the file channel that read-ahead reads, but not
         * the mapped file of Cassandra's reader.
         */
        INTERRUPTED("interrupted"),
        /**
         * An uncompressed file that is not mapped ends before the position that the scan reads. Cassandra's reader fails
         * there as it does without the agent.
         */
        TRUNCATED("truncated"),
        /**
         * CompressionInfo.db is damaged, and a chunk is longer than its compressor makes chunks. Cassandra's reader fails
         * there as it does without the agent.
         */
        CHUNK_TOO_LONG("chunk_too_long"),
        /** An unexpected error; see the log. */
        UNEXPECTED_ERROR("unexpected_error");

        private final String label;

        Reason(String label) {
            this.label = label;
        }

        public String label() {
            return label;
        }
    }

    private final LongAdder[][] scans = new LongAdder[Reader.values().length][Pattern.values().length];
    private final LongAdder[] fallbacks = new LongAdder[Reason.values().length];
    private final LongAdder resumedScans = new LongAdder();
    private final LongAdder refusedAhead = new LongAdder();
    private final LongAdder fills = new LongAdder();
    private final LongAdder fillBytes = new LongAdder();
    private final LongAdder fillNanos = new LongAdder();
    private final LongAdder directFillBytes = new LongAdder();
    private final LongAdder chunksServed = new LongAdder();
    private final LongAdder chunksAhead = new LongAdder();
    private final LongAdder chunksStraddling = new LongAdder();

    public ScanRecorder() {
        for (LongAdder[] row : scans) for (int i = 0; i < row.length; i++) row[i] = new LongAdder();
        for (int i = 0; i < fallbacks.length; i++) fallbacks[i] = new LongAdder();
    }

    /**
     * Counts a scan. A scan with Cassandra's reader is counted when it is opened, a scan with Foreread's reader at its
     * first read.
     */
    public void opened(Reader reader, Pattern pattern) {
        scans[reader.ordinal()][pattern.ordinal()].increment();
    }

    public void fellBack(Reason reason) {
        fallbacks[reason.ordinal()].increment();
    }

    /** Counts a return to read-ahead after {@link #fellBack}. */
    public void resumed() {
        resumedScans.increment();
    }

    /** Counts a scan that got no memory to decompress ahead. */
    public void aheadRefused() {
        refusedAhead.increment();
    }

    /** @param nanos time that the scanning thread was blocked in the fill; 0 for a fill by another thread */
    public void filled(long bytes, long nanos) {
        fills.increment();
        fillBytes.add(bytes);
        fillNanos.add(nanos);
    }

    /** @param nanos time that the scanning thread waited for the thread that fills and decompresses ahead */
    public void waited(long nanos) {
        fillNanos.add(nanos);
    }

    /** Adds the bytes of a fill by direct I/O, which bypasses the page cache. */
    public void filledDirectly(long bytes) {
        directFillBytes.add(bytes);
    }

    /** Adds chunks that another thread has decompressed ahead. The scan can end before it uses all of them. */
    public void decodedAhead(long chunks) {
        chunksAhead.add(chunks);
    }

    /**
     * Adds chunks that a scan has received from the read-ahead reader. For a file without chunks, adds the reads of
     * Cassandra's reader that a fill has replaced.
     */
    public void served(long chunks) {
        chunksServed.add(chunks);
    }

    /** Counts a chunk that lay across two fills, so that its first part was copied. */
    public void straddled() {
        chunksStraddling.increment();
    }

    public long scans(Reader reader, Pattern pattern) {
        return scans[reader.ordinal()][pattern.ordinal()].sum();
    }

    public long fallbacks(Reason reason) {
        return fallbacks[reason.ordinal()].sum();
    }

    public long resumedScans() {
        return resumedScans.sum();
    }

    public long refusedAhead() {
        return refusedAhead.sum();
    }

    public long fills() {
        return fills.sum();
    }

    public long fillBytes() {
        return fillBytes.sum();
    }

    public long fillNanos() {
        return fillNanos.sum();
    }

    public long directFillBytes() {
        return directFillBytes.sum();
    }

    public long chunksAhead() {
        return chunksAhead.sum();
    }

    public long chunksServed() {
        return chunksServed.sum();
    }

    public long chunksStraddling() {
        return chunksStraddling.sum();
    }
}
