package io.foreread.agent.readahead;

import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The threads that work ahead of scans: a few for the process, none while nobody scans. Thread-safe.
 *
 * <p>Nothing waits in a queue: a scan for which there is no thread does its work itself.
 */
public final class AheadThreads {
    /** Most of them wait for a device, if they read past the page cache: one for each sstable of a usual compaction. */
    private static final int MIN_THREADS = 16;

    private static final long IDLE_SECONDS = 30;
    private static final AtomicInteger number = new AtomicInteger();
    private static final ThreadPoolExecutor THREADS = new ThreadPoolExecutor(
            0,
            Math.max(MIN_THREADS, Runtime.getRuntime().availableProcessors()),
            IDLE_SECONDS,
            TimeUnit.SECONDS,
            new SynchronousQueue<>(),
            AheadThreads::thread,
            (handover, threads) -> ((Handover) handover).refused = true);

    private AheadThreads() {}

    /** @return false if all threads are busy, or no thread is to be had: then it is not run */
    public static boolean run(Runnable task) {
        Handover handover = new Handover(task);
        try {
            THREADS.execute(handover);
        } catch (OutOfMemoryError e) {
            // "unable to create native thread", which must not be a scan's end.
            return false;
        }
        return !handover.refused;
    }

    @SuppressWarnings("ThreadPriorityCheck") // A hint is all it is.
    private static Thread thread(Runnable work) {
        Thread thread = new Thread(work, "foreread-ahead-" + number.incrementAndGet());
        thread.setDaemon(true);
        // Compactions are low where priorities count (3.11), and this is less: a scan helps itself.
        thread.setPriority(Thread.MIN_PRIORITY);
        // Not the one of the scan that came first, which may hold a whole application server.
        thread.setContextClassLoader(AheadThreads.class.getClassLoader());
        return thread;
    }

    /** A refusal is usual, and an exception for each would cost more than what was to be done. */
    private static final class Handover implements Runnable {
        private final Runnable task;
        /** Of the thread that asked. */
        private boolean refused;

        Handover(Runnable task) {
            this.task = task;
        }

        @Override
        public void run() {
            task.run();
        }
    }
}
