package io.foreread.exporter.recorder;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import org.jspecify.annotations.Nullable;

/**
 * The accumulated cost of a thread at one point in time. Immutable. The difference of two instances is the cost of the
 * interval between them.
 */
final class ThreadCost {
    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();
    /**
     * Null if the JVM does not count allocation per thread, which is a HotSpot extension. A constant, because the JVM
     * searches all its beans to find this one.
     */
    static final com.sun.management.@Nullable ThreadMXBean ALLOCATIONS = allocations();

    final long threadId;
    final long wallNanos;
    /** -1 if the JVM does not measure it. */
    final long cpuNanos;
    /** -1 if the JVM does not measure it. */
    final long allocatedBytes;

    private ThreadCost(long threadId, long wallNanos, long cpuNanos, long allocatedBytes) {
        this.threadId = threadId;
        this.wallNanos = wallNanos;
        this.cpuNanos = cpuNanos;
        this.allocatedBytes = allocatedBytes;
    }

    static ThreadCost ofCurrentThread() {
        long id = Thread.currentThread().getId();
        long cpu = THREADS.isCurrentThreadCpuTimeSupported() ? THREADS.getCurrentThreadCpuTime() : -1;
        return new ThreadCost(id, System.nanoTime(), cpu, allocatedBytes(id));
    }

    /** @return -1 if the thread has ended or the JVM does not measure it */
    static long allocatedBytes(long threadId) {
        return ALLOCATIONS == null ? -1 : ALLOCATIONS.getThreadAllocatedBytes(threadId);
    }

    private static com.sun.management.@Nullable ThreadMXBean allocations() {
        if (!(ManagementFactory.getThreadMXBean() instanceof com.sun.management.ThreadMXBean)) return null;
        com.sun.management.ThreadMXBean bean = (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();
        return bean.isThreadAllocatedMemorySupported() && bean.isThreadAllocatedMemoryEnabled() ? bean : null;
    }
}
