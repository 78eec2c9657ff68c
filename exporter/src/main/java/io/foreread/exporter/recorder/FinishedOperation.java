package io.foreread.exporter.recorder;

/** The cost of a finished compaction-like operation. Immutable. Bytes are on-disk bytes unless noted otherwise. */
public final class FinishedOperation {
    private final Activity activity;
    private final String keyspace;
    private final String table;
    private final long endedAtMillis;
    private final long durationNanos;
    private final long cpuNanos;
    private final long inputBytes;
    private final long outputBytes;
    private final long scannedBytes;
    private final long reads;
    private final long readBytes;
    private final long readNanos;
    private final long allocatedBytes;

    FinishedOperation(Operation operation, ThreadCost end, long endedAtMillis) {
        ThreadCost start = operation.startCost();
        boolean sameThread = start.threadId == end.threadId;
        this.activity = operation.activity();
        this.keyspace = operation.keyspace();
        this.table = operation.table();
        this.endedAtMillis = endedAtMillis;
        this.durationNanos = end.wallNanos - start.wallNanos;
        this.cpuNanos =
                sameThread && start.cpuNanos >= 0 ? end.cpuNanos - start.cpuNanos + operation.helpersCpuNanos() : -1;
        this.allocatedBytes = sameThread && start.allocatedBytes >= 0
                ? end.allocatedBytes - start.allocatedBytes + operation.helpersAllocatedBytes()
                : -1;
        this.inputBytes = operation.inputBytes();
        this.outputBytes = operation.writtenBytes();
        this.scannedBytes = operation.scannedBytes();
        this.reads = operation.reads();
        this.readBytes = operation.readBytes();
        this.readNanos = operation.readNanos();
    }

    public Activity activity() {
        return activity;
    }

    public String keyspace() {
        return keyspace;
    }

    public String table() {
        return table;
    }

    public long endedAtMillis() {
        return endedAtMillis;
    }

    public long durationNanos() {
        return durationNanos;
    }

    /**
     * CPU time of the thread that ran the operation and of its helper threads; -1 if the operation ended on another
     * thread or the JVM does not measure CPU time.
     */
    public long cpuNanos() {
        return cpuNanos;
    }

    /**
     * Size of the input sstables. 0 for operations that are not compaction tasks, because Cassandra does not expose
     * their input.
     */
    public long inputBytes() {
        return inputBytes;
    }

    public long outputBytes() {
        return outputBytes;
    }

    /** Uncompressed bytes that were scanned. */
    public long scannedBytes() {
        return scannedBytes;
    }

    public long reads() {
        return reads;
    }

    public long readBytes() {
        return readBytes;
    }

    public long readNanos() {
        return readNanos;
    }

    /**
     * Heap bytes allocated by the thread that ran the operation and by its helper threads; -1 if the operation ended on
     * another thread or the JVM does not count them.
     */
    public long allocatedBytes() {
        return allocatedBytes;
    }
}
