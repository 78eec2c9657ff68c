package io.foreread.exporter.recorder;

import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The current activity and operation of a thread. With this record, a read can be charged to them without a call into
 * Cassandra. A record is used only by its own thread.
 */
public final class ThreadRecord {
    /**
     * The values are JDK objects that refer to the records weakly. Cassandra's threads exist longer than an attachment of the
     * agent, and a record in a thread-local variable would keep all classes of the attachment in memory.
     */
    private static final ThreadLocal<WeakReference<ThreadRecord>> CURRENT = new ThreadLocal<>();

    private static final int MIN_RECORDS_TO_PURGE = 64;
    /** Keeps the records of all threads reachable. Guarded by itself, as is the next field. */
    private static final List<ThreadRecord> RECORDS = new ArrayList<>();

    private static int recordsToPurge = MIN_RECORDS_TO_PURGE;

    private final WeakReference<Thread> thread = new WeakReference<>(Thread.currentThread());
    /**
     * The name when the activity was last derived, compared by identity at each read. Cassandra's shared workers change
     * their name with their stage.
     */
    private String threadName = "";

    private Activity threadActivity = Activity.OTHER;
    private @Nullable Activity entered;
    private @Nullable Operation operation;
    private @Nullable LongSupplier taskInputBytes;

    private ThreadRecord() {}

    public static ThreadRecord current() {
        WeakReference<ThreadRecord> reference = CURRENT.get();
        ThreadRecord record = reference == null ? null : reference.get();
        return record == null ? create() : record;
    }

    private static ThreadRecord create() {
        ThreadRecord record = new ThreadRecord();
        synchronized (RECORDS) {
            if (RECORDS.size() >= recordsToPurge) {
                RECORDS.removeIf(ThreadRecord::isOfEndedThread);
                recordsToPurge = Math.max(MIN_RECORDS_TO_PURGE, 2 * RECORDS.size());
            }
            RECORDS.add(record);
        }
        CURRENT.set(new WeakReference<>(record));
        return record;
    }

    private boolean isOfEndedThread() {
        Thread owner = thread.get();
        return owner == null || !owner.isAlive();
    }

    /** The number of records in memory, including those of threads that have ended since the last purge; for tests. */
    static int count() {
        synchronized (RECORDS) {
            return RECORDS.size();
        }
    }

    /** The innermost activity entered on this thread, otherwise the activity derived from the thread's name. */
    @SuppressWarnings("ReferenceEquality") // a changed name is another String object
    public Activity activity() {
        leaveEnded();
        if (entered != null) return entered;
        String name = Thread.currentThread().getName();
        if (name != threadName) rename(name);
        return threadActivity;
    }

    private void rename(String name) {
        threadActivity = Activity.ofThreadName(name);
        threadName = name;
    }

    /** @return the outer activity, to be passed to {@link #restore} when the activity ends; can be null */
    public @Nullable Activity enter(@Nullable Activity activity) {
        Activity outer = entered;
        entered = activity;
        return outer;
    }

    /** Like {@link #enter}, but has no effect while an operation is open on this thread. */
    public @Nullable Activity enterRead(@Nullable Activity activity) {
        leaveEnded();
        return operation == null ? enter(activity) : entered;
    }

    public void restore(@Nullable Activity outer) {
        entered = outer;
    }

    /** The operation to charge. Null if there is none, or while the thread does other work, such as a point read. */
    @Nullable
    Operation charged() {
        leaveEnded();
        Operation current = operation;
        return current != null && current.activity() == entered ? current : null;
    }

    @Nullable
    Operation operation() {
        return operation;
    }

    void begin(Operation operation) {
        entered = operation.activity();
        this.operation = operation;
    }

    /**
     * Removes operations from this thread that were ended by another thread, or that ended before an operation nested
     * in them.
     */
    void leaveEnded() {
        while (operation != null && operation.ended() && operation.activity() == entered) {
            entered = operation.outerActivity();
            operation = operation.outerOperation();
        }
    }

    /** The activity entered explicitly, if any. */
    @Nullable
    Activity entered() {
        return entered;
    }

    /** The current work of this thread, to be passed to a helper thread. */
    public Task task() {
        return new Task(activity(), charged());
    }

    /** Runs a part of another thread's task on this thread and charges its cost to the task. */
    public void during(Task task, Runnable part) {
        ThreadCost start = ThreadCost.ofCurrentThread();
        entered = task.activity;
        operation = task.operation;
        try {
            part.run();
        } finally {
            entered = null;
            operation = null;
            if (task.operation != null) task.operation.addHelperCost(start, ThreadCost.ofCurrentThread());
        }
    }

    /** An activity and the operation to charge. Immutable. */
    public static final class Task {
        private final Activity activity;
        private final @Nullable Operation operation;

        private Task(Activity activity, @Nullable Operation operation) {
            this.activity = activity;
            this.operation = operation;
        }
    }

    /**
     * Sets the input of this thread's compaction task, which is read when an operation of the task begins. Before that, Cassandra
     * can remove sstables from the input because the disk has too little space.
     *
     * @param bytes supplies the on-disk size of the input sstables; null when the task ends
     */
    public void taskInputBytes(@Nullable LongSupplier bytes) {
        this.taskInputBytes = bytes;
    }

    /** The on-disk size of the input of this thread's compaction task; 0 if there is no task. */
    long taskInputBytes() {
        return taskInputBytes == null ? 0 : taskInputBytes.getAsLong();
    }
}
