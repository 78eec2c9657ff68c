package io.foreread.exporter.recorder;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Records compaction-like operations: their bytes while they run, their exact cost when they end, and totals by
 * activity, and by activity and table.
 *
 * <p>Begin, end and snapshot share one lock, so that totals never decrease while an operation moves from running to
 * finished. Reads and writes do not take this lock.
 */
public final class CompactionRecorder {
    /** The number of operations that the node page and the MBean list. */
    private static final int MAX_RECENT = 50;

    /** The upper bounds of the duration buckets, from 0.1 s to 3 h. */
    private static final long[] DURATION_BOUNDS_NANOS = {
        100_000_000L,
        500_000_000L,
        1_000_000_000L,
        5_000_000_000L,
        15_000_000_000L,
        60_000_000_000L,
        300_000_000_000L,
        900_000_000_000L,
        3_600_000_000_000L,
        10_800_000_000_000L
    };

    private final IdentityHashMap<Object, Operation> running = new IdentityHashMap<>();
    private boolean ended;
    private final Map<Key, Totals> totals = new HashMap<>();
    /** The totals of all operations, including those on dropped tables. */
    private final Map<Activity, Totals> totalsOfActivities = new EnumMap<>(Activity.class);

    private final Map<Activity, BucketHistogram> durations = new EnumMap<>(Activity.class);
    private final Deque<FinishedOperation> recent = new ArrayDeque<>();

    /**
     * Begins an operation on the current thread: reads and writes of the thread are charged to it until {@link #end}.
     * Does nothing if the handle is already in use, or after {@link #discardRunning}.
     *
     * @param handle the object that is passed to {@link #end}; compared by identity
     * @param completedBytes Cassandra's progress in uncompressed bytes; read by scrapes, can throw
     */
    public void begin(Object handle, Activity activity, String keyspace, String table, LongSupplier completedBytes) {
        ThreadRecord thread = ThreadRecord.current();
        thread.leaveEnded();
        Operation operation = new Operation(
                activity,
                keyspace,
                table,
                completedBytes,
                thread.taskInputBytes(),
                thread.entered(),
                thread.operation());
        synchronized (this) {
            if (ended || running.containsKey(handle)) return;
            running.put(handle, operation);
        }
        thread.begin(operation);
    }

    /**
     * Ends the operation, on any thread. Ignores an unknown handle, whose operation began before the hook was applied.
     */
    public void end(Object handle) {
        ThreadCost cost = ThreadCost.ofCurrentThread();
        synchronized (this) {
            Operation operation = running.remove(handle);
            if (operation == null) return;
            operation.end();
            FinishedOperation finished = new FinishedOperation(operation, cost, System.currentTimeMillis());
            if (!operation.tableDropped())
                totals.computeIfAbsent(new Key(finished), key -> new Totals()).add(finished);
            totalsOfActivities
                    .computeIfAbsent(finished.activity(), activity -> new Totals())
                    .add(finished);
            durations
                    .computeIfAbsent(finished.activity(), activity -> new BucketHistogram(DURATION_BOUNDS_NANOS))
                    .record(finished.durationNanos());
            recent.addFirst(finished);
            if (recent.size() > MAX_RECENT) recent.removeLast();
        }
        ThreadRecord.current().leaveEnded();
    }

    /**
     * Forgets the operations that have not ended, and begins no more. Without this, an operation whose end is not recorded,
     * for example because its thread has ended, would keep its scanners in memory.
     */
    public synchronized void discardRunning() {
        ended = true;
        running.values().forEach(Operation::end);
        running.clear();
    }

    /**
     * Removes the totals of a dropped table. Otherwise they would accumulate as tables are created and dropped.
     *
     * @param table the table as {@code keyspace.table}
     */
    public synchronized void dropped(String table) {
        totals.keySet().removeIf(key -> key.isTable(table));
        for (Operation operation : running.values()) if (new Key(operation).isTable(table)) operation.dropTable();
    }

    /** Charges bytes written to a Data.db file to the operation of the current thread, if any. */
    public void wrote(long bytes) {
        Operation operation = ThreadRecord.current().charged();
        if (operation != null) operation.wrote(bytes);
    }

    /** The last finished operations, newest first. */
    public synchronized List<FinishedOperation> recent() {
        return new ArrayList<>(recent);
    }

    public synchronized int runningCount() {
        return running.size();
    }

    /** Durations of finished operations by activity. */
    public synchronized Map<Activity, BucketHistogram.Snapshot> durations() {
        Map<Activity, BucketHistogram.Snapshot> snapshots = new EnumMap<>(Activity.class);
        durations.forEach((activity, histogram) -> snapshots.put(activity, histogram.snapshot()));
        return snapshots;
    }

    /** Totals of finished and running operations by activity and table. They never decrease while the table exists. */
    public synchronized Map<Key, Totals> totals() {
        Map<Key, Totals> sums = new HashMap<>();
        totals.forEach((key, finished) -> sums.put(key, finished.copy()));
        for (Operation operation : running.values())
            if (!operation.tableDropped())
                sums.computeIfAbsent(new Key(operation), key -> new Totals()).addLive(operation);
        return sums;
    }

    /** Totals of finished and running operations of the node by activity. They never decrease. */
    public synchronized Map<Activity, Totals> totalsByActivity() {
        Map<Activity, Totals> sums = new EnumMap<>(Activity.class);
        totalsOfActivities.forEach((activity, finished) -> sums.put(activity, finished.copy()));
        for (Operation operation : running.values())
            sums.computeIfAbsent(operation.activity(), activity -> new Totals()).addLive(operation);
        return sums;
    }

    /** Activity, keyspace and table. */
    public static final class Key {
        public final Activity activity;
        public final String keyspace;
        public final String table;

        Key(FinishedOperation finished) {
            this(finished.activity(), finished.keyspace(), finished.table());
        }

        Key(Operation operation) {
            this(operation.activity(), operation.keyspace(), operation.table());
        }

        private Key(Activity activity, String keyspace, String table) {
            this.activity = activity;
            this.keyspace = keyspace;
            this.table = table;
        }

        private boolean isTable(String name) {
            return name.equals(keyspace + '.' + table);
        }

        @Override
        public boolean equals(@Nullable Object other) {
            if (!(other instanceof Key)) return false;
            Key that = (Key) other;
            return activity == that.activity && keyspace.equals(that.keyspace) && table.equals(that.table);
        }

        @Override
        public int hashCode() {
            return (activity.hashCode() * 31 + keyspace.hashCode()) * 31 + table.hashCode();
        }
    }

    /** Sums over operations. The fields up to {@link #writtenBytes} include running operations, the others do not. */
    public static final class Totals {
        /** Uncompressed bytes. */
        public long scannedBytes;
        /** Physical reads of any component. */
        public long reads;

        public long readBytes;
        public long readNanos;
        public long writtenBytes;

        public long finished;
        public long durationNanos;
        public long cpuNanos;
        public long inputBytes;
        public long outputBytes;
        public long allocatedBytes;

        private void add(FinishedOperation operation) {
            scannedBytes += operation.scannedBytes();
            reads += operation.reads();
            readBytes += operation.readBytes();
            readNanos += operation.readNanos();
            writtenBytes += operation.outputBytes();
            finished++;
            durationNanos += operation.durationNanos();
            cpuNanos += Math.max(0, operation.cpuNanos());
            inputBytes += operation.inputBytes();
            outputBytes += operation.outputBytes();
            allocatedBytes += Math.max(0, operation.allocatedBytes());
        }

        private void addLive(Operation operation) {
            scannedBytes += operation.scannedBytes();
            reads += operation.reads();
            readBytes += operation.readBytes();
            readNanos += operation.readNanos();
            writtenBytes += operation.writtenBytes();
        }

        private Totals copy() {
            Totals copy = new Totals();
            copy.scannedBytes = scannedBytes;
            copy.reads = reads;
            copy.readBytes = readBytes;
            copy.readNanos = readNanos;
            copy.writtenBytes = writtenBytes;
            copy.finished = finished;
            copy.durationNanos = durationNanos;
            copy.cpuNanos = cpuNanos;
            copy.inputBytes = inputBytes;
            copy.outputBytes = outputBytes;
            copy.allocatedBytes = allocatedBytes;
            return copy;
        }
    }
}
