package io.foreread.exporter.recorder;

import org.jspecify.annotations.Nullable;

/**
 * What one thread is doing, so that a read can be charged to an activity without asking Cassandra.
 *
 * <p>Used by its own thread only. The record lives and dies with its thread (it is reachable from nowhere else), so
 * nothing has to be released when a thread ends.
 */
public final class ThreadRecord {
    private static final ThreadLocal<ThreadRecord> CURRENT = ThreadLocal.withInitial(ThreadRecord::new);

    private final Thread thread = Thread.currentThread();
    /** Cassandra's shared workers change their name when they change stage; compared by identity, read by read. */
    private String threadName = "";

    private Activity threadActivity = Activity.OTHER;
    private @Nullable Activity entered;
    private @Nullable Operation operation;
    private long taskInputBytes;

    private ThreadRecord() {}

    public static ThreadRecord current() {
        return CURRENT.get();
    }

    /** The innermost activity entered on this thread, else what its name says. */
    @SuppressWarnings("ReferenceEquality") // identity: a changed name is another String, an unchanged one is not
    public Activity activity() {
        leaveEnded();
        if (entered != null) return entered;
        String name = thread.getName();
        if (name != threadName) rename(name);
        return threadActivity;
    }

    private void rename(String name) {
        threadActivity = Activity.ofThreadName(name);
        threadName = name;
    }

    /** @return what to give to {@link #restore} when the activity ends; null is a value like any other */
    public @Nullable Activity enter(@Nullable Activity activity) {
        Activity outer = entered;
        entered = activity;
        return outer;
    }

    /** Like {@link #enter}, but what an operation on this thread reads stays the operation's. */
    public @Nullable Activity enterRead(@Nullable Activity activity) {
        leaveEnded();
        return operation == null ? enter(activity) : entered;
    }

    public void restore(@Nullable Activity outer) {
        entered = outer;
    }

    /** The operation to charge now: none while the thread does something else in between, such as a point read. */
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

    /** Steps out of operations that have ended, be it on another thread or before one inside them. */
    void leaveEnded() {
        while (operation != null && operation.ended() && operation.activity() == entered) {
            entered = operation.outerActivity();
            operation = operation.outerOperation();
        }
    }

    /** What was entered, not what the thread's name says; null if nothing was. */
    @Nullable
    Activity entered() {
        return entered;
    }

    /** What this thread is doing, for a thread that does part of it. */
    public Task task() {
        return new Task(activity(), charged());
    }

    /** Runs something on this thread as a part of the task, which is charged with what that costs. */
    public void during(Task task, Runnable part) {
        ThreadCost start = ThreadCost.ofCurrentThread();
        entered = task.activity;
        operation = task.operation;
        try {
            part.run();
        } finally {
            entered = null;
            operation = null;
            if (task.operation != null) task.operation.helped(start, ThreadCost.ofCurrentThread());
        }
    }

    /** An activity, and the operation to charge. Immutable. */
    public static final class Task {
        private final Activity activity;
        private final @Nullable Operation operation;

        private Task(Activity activity, @Nullable Operation operation) {
            this.activity = activity;
            this.operation = operation;
        }
    }

    /** @param bytes on-disk bytes of the sstables that the compaction task on this thread reads; 0 when it ends */
    public void taskInputBytes(long bytes) {
        this.taskInputBytes = bytes;
    }

    long taskInputBytes() {
        return taskInputBytes;
    }
}
