package io.foreread.exporter.recorder;

import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/**
 * Heap bytes allocated by class of thread, sampled from the JVM's own per-thread counters.
 *
 * <p>{@link #sample} is called by one background thread; the totals may be read by any. A thread's bytes stay counted
 * after it dies; what a thread allocates after its last sample is lost, so a short interval matters where threads are
 * short-lived (Cassandra's are not). A shared worker that changes stage is charged to the stage it had at the sample.
 */
public final class AllocationRecorder {
    private final com.sun.management.@Nullable ThreadMXBean threads = ThreadCost.allocations();
    private final LongAdder[] bytes = new LongAdder[ThreadClass.values().length];
    private Map<Long, Long> lastBytesByThread = new HashMap<>();

    public AllocationRecorder() {
        for (int i = 0; i < bytes.length; i++) bytes[i] = new LongAdder();
    }

    /** False where the JVM does not count allocation per thread. */
    public boolean supported() {
        return threads != null;
    }

    public synchronized void sample() {
        if (threads == null) return;
        Thread[] live = liveThreads();
        long[] ids = new long[live.length];
        for (int i = 0; i < live.length; i++) ids[i] = live[i].getId();
        long[] allocated = threads.getThreadAllocatedBytes(ids);
        // A new map each time: dead threads drop out by not being copied.
        Map<Long, Long> current = new HashMap<>(live.length * 2);
        for (int i = 0; i < live.length; i++) {
            if (allocated[i] < 0) continue; // died between the two calls
            Long previous = lastBytesByThread.get(ids[i]);
            long delta = allocated[i] - (previous == null ? 0 : previous);
            if (delta > 0) bytes[ThreadClass.ofThreadName(live[i].getName()).ordinal()].add(delta);
            current.put(ids[i], allocated[i]);
        }
        lastBytesByThread = current;
    }

    /** Heap bytes allocated since the JVM started by the threads of one class, as of the last sample. */
    public long allocatedBytes(ThreadClass threadClass) {
        return bytes[threadClass.ordinal()].sum();
    }

    /** @return heap bytes it has allocated so far, -1 where the JVM does not count them */
    public static long allocatedBytes(Thread thread) {
        com.sun.management.ThreadMXBean threads = ThreadCost.allocations();
        return threads == null ? -1 : threads.getThreadAllocatedBytes(thread.getId());
    }

    /** Enumerates by thread group: unlike ThreadInfo and stack traces it stops nobody and builds no strings. */
    private static Thread[] liveThreads() {
        ThreadGroup root = Thread.currentThread().getThreadGroup();
        while (root.getParent() != null) root = root.getParent();
        Thread[] threads = new Thread[root.activeCount() + 64];
        int count = root.enumerate(threads, true);
        while (count == threads.length) {
            threads = new Thread[threads.length * 2];
            count = root.enumerate(threads, true);
        }
        Thread[] live = new Thread[count];
        System.arraycopy(threads, 0, live, 0, count);
        return live;
    }
}
