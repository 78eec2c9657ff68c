package io.foreread.exporter.recorder;

import java.util.concurrent.atomic.LongAdder;

/** What the read-ahead reader did. Safe for any number of threads; nothing is allocated after construction. */
public final class ScanRecorder {
    /** Which reader a scan got. */
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

    /** How a scan reads: a full block at once, or ramping up from one chunk. */
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

    /** Why a scan that could have had read-ahead got the stock or native reader. */
    public enum Reason {
        /** Read-ahead is switched off, as a whole or for this hook. */
        SWITCHED_OFF("switched_off"),
        /** The sstable is not compressed. */
        NOT_COMPRESSED("not_compressed"),
        /** Smaller than one chunk, or chunks as large as a block: nothing to read ahead. */
        NOTHING_TO_GAIN("nothing_to_gain"),
        /** A range read with the chunk cache on keeps the cache. */
        CHUNK_CACHE("chunk_cache"),
        /** Cassandra's own read-ahead works here. */
        NATIVE_EFFECTIVE("native_effective"),
        /** All of the buffer budget is allocated. */
        BUDGET_SPENT("budget_spent"),
        /** The JVM has no direct memory left. */
        DIRECT_MEMORY("direct_memory"),
        /** The scan's thread was interrupted, which closes a channel but not a mapped file. */
        INTERRUPTED("interrupted"),
        /** Something had another shape than we know; the log says what. */
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

    /** Counts a scan once: when it opens if Cassandra's reader was chosen then, otherwise at its first read. */
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

    /** Counts a scan that has no memory to decompress ahead. */
    public void aheadRefused() {
        refusedAhead.increment();
    }

    /** @param nanos how long the scanning thread was blocked in the fill; 0 for a fill by another thread */
    public void filled(long bytes, long nanos) {
        fills.increment();
        fillBytes.add(bytes);
        fillNanos.add(nanos);
    }

    /** @param nanos how long the scanning thread waited for another one that fills and decompresses for it */
    public void waited(long nanos) {
        fillNanos.add(nanos);
    }

    /** Bytes of a fill that went past the page cache. */
    public void filledDirectly(long bytes) {
        directFillBytes.add(bytes);
    }

    /** Chunks that another thread has decompressed for a scan, which may never come to all of them. */
    public void decodedAhead(long chunks) {
        chunksAhead.add(chunks);
    }

    /** Counts a chunk that the scan has received. */
    public void served() {
        chunksServed.increment();
    }

    /** Counts a chunk that lay across two fills, so that its first part was moved. */
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
