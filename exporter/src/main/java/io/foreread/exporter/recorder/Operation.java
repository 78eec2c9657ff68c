package io.foreread.exporter.recorder;

import java.util.concurrent.atomic.LongAdder;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * One running compaction-like operation. Written by the thread that runs it and by those that do parts of it, read by scrapes
 * at any time.
 *
 * <p>Identity equality: Cassandra may run two operations of one table at once.
 */
public final class Operation {
    private final Activity activity;
    private final String keyspace;
    private final String table;
    private final LongSupplier completedBytes;
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

    /** Its table is not there any more, though it still runs. */
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

    /** What a part of it has cost on another thread; nothing where the JVM does not say. */
    void helped(ThreadCost start, ThreadCost end) {
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

    /** Bytes read from disk; 0 under mmap, where nobody reads. */
    long readBytes() {
        return readBytes.sum();
    }

    long readNanos() {
        return readNanos.sum();
    }

    /** Bytes of Data.db written to disk. */
    long writtenBytes() {
        return writtenBytes.sum();
    }

    /** On-disk bytes of the input sstables; 0 where Cassandra does not say before the start. */
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
        ended = true;
    }

    /** The thread that began it may learn so late, if another thread or an outer operation ended it. */
    boolean ended() {
        return ended;
    }

    /** Uncompressed bytes scanned so far, as Cassandra's own progress has it. Never goes down. Guarded by the recorder. */
    long scannedBytes() {
        try {
            lastCompletedBytes = Math.max(lastCompletedBytes, completedBytes.getAsLong());
        } catch (RuntimeException | AssertionError | LinkageError ignored) {
            // A scanner that closes while we ask costs this sample, not the scrape and not the totals.
        }
        return lastCompletedBytes;
    }
}
