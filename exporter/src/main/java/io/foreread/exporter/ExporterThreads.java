package io.foreread.exporter;

import io.foreread.exporter.thread.DaemonThreads;
import java.time.Duration;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The threads of an exporter that run scheduled tasks. Thread-safe. */
final class ExporterThreads implements AutoCloseable {
    private static final Logger logger = LoggerFactory.getLogger(ExporterThreads.class);

    /** The pause between two runs of a task. The first background reads of a new table wait for the next run. */
    private static final long TICK_MILLIS = 2000;

    private final ScheduledExecutorService sampler = thread("foreread-sampler");
    private final ScheduledExecutorService background = thread("foreread-refresher");
    private final ScheduledExecutorService factReader = thread("foreread-fact-reader");
    private final ScheduledExecutorService changes = thread("foreread-changes");

    private static ScheduledExecutorService thread(String name) {
        ScheduledThreadPoolExecutor executor = new ScheduledThreadPoolExecutor(1, DaemonThreads.named(name));
        executor.setExecuteExistingDelayedTasksAfterShutdownPolicy(false);
        // A task can be submitted while the exporter is closed.
        executor.setRejectedExecutionHandler(new ThreadPoolExecutor.DiscardPolicy());
        return executor;
    }

    /** Samples values that scrapes would miss, such as the allocation of threads that end. */
    ScheduledExecutorService sampler() {
        return sampler;
    }

    /** Starts background reads, ranks tables, and begins to follow Cassandra's registry. */
    ScheduledExecutorService background() {
        return background;
    }

    /** Reads files of the JVM, and starts the reads of live MBeans. */
    ScheduledExecutorService factReader() {
        return factReader;
    }

    /**
     * Applies a changed configuration. This is a separate thread, so that a configuration that excludes a metric can be
     * applied even if a read of this metric never returns.
     */
    ScheduledExecutorService changes() {
        return changes;
    }

    static void everyFewSeconds(ScheduledExecutorService thread, String what, Runnable task) {
        thread.scheduleWithFixedDelay(guarded(what, task), TICK_MILLIS, TICK_MILLIS, TimeUnit.MILLISECONDS);
    }

    static void every(ScheduledExecutorService thread, Duration period, String what, Runnable task) {
        thread.scheduleAtFixedRate(guarded(what, task), 0, period.toMillis(), TimeUnit.MILLISECONDS);
    }

    static void once(ScheduledExecutorService thread, String what, Runnable task) {
        thread.execute(guarded(what, task));
    }

    /** Catches everything, because it would end the schedule. The next run tries again. */
    private static Runnable guarded(String what, Runnable task) {
        return () -> {
            try {
                task.run();
            } catch (RuntimeException | LinkageError e) {
                logger.debug("{} failed", what, e);
            } catch (Throwable e) {
                // For example without memory for a thread.
                DaemonThreads.log(what + " failed", e);
            }
        };
    }

    /**
     * Ends the threads when their current task returns. They are not interrupted, because an interrupt can close files of
     * Cassandra that a task reads.
     */
    @Override
    public void close() {
        changes.shutdown();
        sampler.shutdown();
        background.shutdown();
        factReader.shutdown();
    }
}
