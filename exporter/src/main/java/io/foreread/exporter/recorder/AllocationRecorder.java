package io.foreread.exporter.recorder;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/**
 * Records the heap bytes that each {@link ThreadClass} allocates, sampled from the per-thread counters of the JVM.
 *
 * <p>One background thread calls {@link #sample}; any thread can read the totals. The bytes of a terminated thread stay
 * counted, except those allocated after its last sample. Cassandra's threads are long-lived, so this loss is small. If
 * a shared worker of Cassandra changes its stage, its bytes since the previous sample are charged to the stage that it
 * has at the time of the sample.
 */
public final class AllocationRecorder {
    /** Samples use at most about this fraction of the time of one thread. */
    private static final int PAUSE_FACTOR = 100;
    /** A sample can also take long because the JVM or the machine has stopped. */
    private static final long MAX_PAUSE_NANOS = TimeUnit.SECONDS.toNanos(30);

    /**
     * Java 8 holds a lock while it searches the threads of one call, one after the other. Threads that start or end wait for
     * the lock.
     */
    private static final int SLICE = 64;

    private final com.sun.management.@Nullable ThreadMXBean threads = ThreadCost.ALLOCATIONS;
    private final LongAdder[] bytes = new LongAdder[ThreadClass.values().length];
    private Map<Long, Long> lastBytesByThread = new HashMap<>();
    private long lastEndNanos;
    /** The pause after the last sample; 0 before the first. */
    private long pauseNanos;

    public AllocationRecorder() {
        for (int i = 0; i < bytes.length; i++) bytes[i] = new LongAdder();
    }

    /** Whether the JVM counts allocation per thread. */
    public boolean supported() {
        return threads != null;
    }

    /**
     * Takes a sample if the pause after the last one is over: a hundred times the duration of that sample, and at most half
     * a minute. Before Java 14, the duration grows with the square of the number of threads.
     */
    public synchronized void sampleIfDue() {
        long startNanos = System.nanoTime();
        if (pauseNanos > 0 && startNanos - lastEndNanos < pauseNanos) return;
        sample();
        lastEndNanos = System.nanoTime();
        pauseNanos = pauseNanos(lastEndNanos - startNanos);
    }

    static long pauseNanos(long sampleNanos) {
        return Math.min(MAX_PAUSE_NANOS, PAUSE_FACTOR * sampleNanos);
    }

    /** Takes a sample now. */
    public synchronized void sample() {
        if (threads == null) return;
        Thread[] live = liveThreads();
        long[] ids = new long[live.length];
        for (int i = 0; i < live.length; i++) ids[i] = live[i].getId();
        long[] allocated = allocatedBytes(threads, ids);
        // A new map for each sample drops the entries of terminated threads.
        Map<Long, Long> current = new HashMap<>(live.length * 2);
        for (int i = 0; i < live.length; i++) {
            if (allocated[i] < 0) continue; // terminated between the two calls
            Long previous = lastBytesByThread.get(ids[i]);
            long delta = allocated[i] - (previous == null ? 0 : previous);
            if (delta > 0) bytes[ThreadClass.ofThreadName(live[i].getName()).ordinal()].add(delta);
            current.put(ids[i], allocated[i]);
        }
        lastBytesByThread = current;
    }

    private static long[] allocatedBytes(com.sun.management.ThreadMXBean threads, long[] ids) {
        long[] allocated = new long[ids.length];
        for (int start = 0; start < ids.length; start += SLICE) {
            long[] slice = Arrays.copyOfRange(ids, start, Math.min(ids.length, start + SLICE));
            System.arraycopy(threads.getThreadAllocatedBytes(slice), 0, allocated, start, slice.length);
        }
        return allocated;
    }

    /** Heap bytes allocated since the JVM started by the threads of one class, as of the last sample. */
    public long allocatedBytes(ThreadClass threadClass) {
        return bytes[threadClass.ordinal()].sum();
    }

    /** @return heap bytes that a thread has allocated so far, -1 if the JVM does not count them */
    public static long allocatedBytes(Thread thread) {
        return ThreadCost.allocatedBytes(thread.getId());
    }

    /**
     * Returns the threads of all thread groups. Unlike ThreadInfo and stack traces, this needs no safepoint and creates
     * no strings.
     */
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
