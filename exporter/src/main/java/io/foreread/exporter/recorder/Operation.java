package io.foreread.exporter.recorder;

import java.util.concurrent.atomic.LongAdder;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * A running compaction-like operation. Its thread and its helper threads update it, and scrapes read it concurrently.
 *
 * <p>Equality is identity: Cassandra can run several operations of one table concurrently.
 */
public final class Operation {
    private final Activity activity;
    private final String keyspace;
    private final String table;
    /**
     * Refers to the scanners of the operation. Null after the end, because the record of a thread can keep the operation in
     * memory. Guarded by the recorder.
     */
    private @Nullable LongSupplier completedBytes;

    private final long inputBytes;
    private final ThreadCost startCost = ThreadCost.ofCurrentThread();
    private final @Nullable Activity outerActivity;
    private final @Nullable Operation outerOperation;

    private final LongAdder reads = new LongAdder();
    private final LongAdder readBytes = new LongAdder();
    private final LongAdder readNanos = new LongAdder();
    private final LongAdder writtenBytes = new LongAdder();
    private final LongAdder helpersCpuNanos = new LongAdder();
    private final LongAdder helpersAllocatedBytes = new LongAdder();
    private long lastCompletedBytes;
    private volatile boolean ended;
    private volatile boolean tableDropped;

    Operation(
            Activity activity,
            String keyspace,
            String table,
            LongSupplier completedBytes,
            long inputBytes,
            @Nullable Activity outerActivity,
            @Nullable Operation outerOperation) {
        this.activity = activity;
        this.keyspace = keyspace;
        this.table = table;
        this.completedBytes = completedBytes;
        this.inputBytes = inputBytes;
        this.outerActivity = outerActivity;
        this.outerOperation = outerOperation;
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

    /** Marks the table as dropped while the operation still runs. */
    void dropTable() {
        tableDropped = true;
    }

    boolean tableDropped() {
        return tableDropped;
    }

    void read(long bytes, long nanos) {
        reads.increment();
        readBytes.add(bytes);
        readNanos.add(nanos);
    }

    void wrote(long bytes) {
        writtenBytes.add(bytes);
    }

    /** Adds the CPU time and the allocation of a helper thread, if the JVM measures them. */
    void addHelperCost(ThreadCost start, ThreadCost end) {
        if (start.cpuNanos >= 0) helpersCpuNanos.add(end.cpuNanos - start.cpuNanos);
        if (start.allocatedBytes >= 0) helpersAllocatedBytes.add(end.allocatedBytes - start.allocatedBytes);
    }

    long helpersCpuNanos() {
        return helpersCpuNanos.sum();
    }

    long helpersAllocatedBytes() {
        return helpersAllocatedBytes.sum();
    }

    long reads() {
        return reads.sum();
    }

    /** Bytes of physical reads; 0 with mmap, which has no read calls. */
    long readBytes() {
        return readBytes.sum();
    }

    long readNanos() {
        return readNanos.sum();
    }

    /** Bytes written to Data.db files. */
    long writtenBytes() {
        return writtenBytes.sum();
    }

    /** On-disk bytes of the input sstables; 0 for operations other than compaction tasks. */
    long inputBytes() {
        return inputBytes;
    }

    ThreadCost startCost() {
        return startCost;
    }

    @Nullable
    Activity outerActivity() {
        return outerActivity;
    }

    @Nullable
    Operation outerOperation() {
        return outerOperation;
    }

    void end() {
        scannedBytes();
        completedBytes = null;
        ended = true;
    }

    /** Whether the operation has ended. Another thread can end it, and the thread that began it detects this later. */
    boolean ended() {
        return ended;
    }

    /** Uncompressed bytes scanned so far, from Cassandra's progress. Never decreases. Guarded by the recorder. */
    long scannedBytes() {
        if (completedBytes == null) return lastCompletedBytes;
        try {
            lastCompletedBytes = Math.max(lastCompletedBytes, completedBytes.getAsLong());
        } catch (RuntimeException | AssertionError | LinkageError ignored) {
            // The scanner was closed concurrently. The previous value is kept.
        }
        return lastCompletedBytes;
    }
}
