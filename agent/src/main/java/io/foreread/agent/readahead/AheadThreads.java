package io.foreread.agent.readahead;

import io.foreread.agent.probe.ProbeFailures;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Decompresses batches of chunks for scans, and compresses chunks for writers, on a limited number of threads, which end when
 * nothing needs them. Thread-safe.
 *
 * <p>There is no queue: a scan or writer for which no thread is free does its work itself.
 */
public final class AheadThreads {
    /**
     * The limit of the number of threads is at least this. With direct I/O most of these threads wait for a device, so the
     * limit allows one thread for each sstable of a typical compaction, even if the JVM has fewer cores.
     */
    private static final int MIN_THREADS = 16;

    private static final long IDLE_SECONDS = 30;
    private static final AtomicInteger number = new AtomicInteger();
    /** Threads that have begun and not ended. Guarded by itself, as is the next field. */
    private static final Set<Thread> live = new HashSet<>();

    private static long endedNanos;

    private static final ThreadPoolExecutor THREADS = new ThreadPoolExecutor(
            0,
            Math.max(MIN_THREADS, Runtime.getRuntime().availableProcessors()),
            IDLE_SECONDS,
            TimeUnit.SECONDS,
            new SynchronousQueue<>(),
            AheadThreads::thread,
            (handover, threads) -> ((Handover) handover).refused = true);

    private AheadThreads() {}

    /**
     * Ends the threads when their tasks return. Afterwards {@link #run} returns false.
     *
     * @return whether all threads have ended before the limit
     */
    public static boolean end(long limitSeconds) throws InterruptedException {
        THREADS.shutdown();
        return THREADS.awaitTermination(limitSeconds, TimeUnit.SECONDS);
    }

    /** Returns the CPU time in nanoseconds of all threads since the first one; 0 if the JVM does not measure it. */
    static long cpuNanos() {
        synchronized (live) {
            long nanos = endedNanos;
            for (Thread thread : live) nanos += cpuNanos(thread);
            return nanos;
        }
    }

    private static long cpuNanos(Thread thread) {
        ThreadMXBean threads = ManagementFactory.getThreadMXBean();
        if (!threads.isThreadCpuTimeSupported() || !threads.isThreadCpuTimeEnabled()) return 0;
        return Math.max(0, threads.getThreadCpuTime(thread.getId()));
    }

    /** @return false if all threads are busy or no thread can be created; then the task is not run */
    public static boolean run(Runnable task) {
        Handover handover = new Handover(task);
        try {
            THREADS.execute(handover);
        } catch (OutOfMemoryError e) {
            // "unable to create native thread", which must not fail the scan.
            return false;
        }
        return !handover.refused;
    }

    @SuppressWarnings("ThreadPriorityCheck") // only a hint
    private static Thread thread(Runnable work) {
        Thread thread = new Thread(() -> runCounted(work), "foreread-ahead-" + number.incrementAndGet());
        thread.setDaemon(true);
        // Compaction threads have the same or a higher priority. A scan that gets no thread does the work itself.
        thread.setPriority(Thread.MIN_PRIORITY);
        // By default the thread would inherit the loader of the first scan, and prevent its garbage collection.
        // The tasks call code of Cassandra, which expects the loader of its own classes.
        thread.setContextClassLoader(ClassLoader.getSystemClassLoader());
        return thread;
    }

    private static void runCounted(Runnable work) {
        Thread thread = Thread.currentThread();
        synchronized (live) {
            live.add(thread);
        }
        try {
            work.run();
        } finally {
            synchronized (live) {
                live.remove(thread);
                endedNanos += cpuNanos(thread);
            }
        }
    }

    /** Records a rejection in a field, because rejections are frequent and an exception costs more than the task. */
    private static final class Handover implements Runnable {
        private final Runnable task;
        /** Used only by the thread that submits the task. */
        private boolean refused;

        Handover(Runnable task) {
            this.task = task;
        }

        @Override
        public void run() {
            try {
                task.run();
            } catch (Throwable e) {
                // The scan or writer does the work itself. The handler that Cassandra sets for uncaught exceptions can
                // stop the node.
                ProbeFailures.count(e);
            }
        }
    }
}
