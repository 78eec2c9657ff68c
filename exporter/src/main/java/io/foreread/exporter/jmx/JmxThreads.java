package io.foreread.exporter.jmx;

import java.util.concurrent.Executor;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedTransferQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The threads for the calls to all nodes. Each kind of work has its own threads and its own limit, so that work that
 * hangs does not delay work of other kinds. If the work on many nodes hangs, work of the same kind on other nodes waits
 * for a thread. Idle threads end. Thread-safe.
 */
public final class JmxThreads implements AutoCloseable {
    private static final Logger logger = LoggerFactory.getLogger(JmxThreads.class);
    private static final long IDLE_SECONDS = 15;
    private static final long RETRY_MILLIS = 1_000;
    private static final long LOG_NANOS = TimeUnit.MINUTES.toNanos(1);

    /** Kinds of work with the maximum number of threads for all nodes together. */
    public enum Work {
        /** Calls of a scrape, up to {@code jmx.callers} per node. */
        CALL("caller", 512),
        /** Attempts to connect to nodes whose last attempt, if any, did not take long. */
        CONNECT("connect", 32),
        /**
         * Attempts to connect to nodes whose last attempt took long, and the closing of lost connections. If a
         * datacenter is not reachable, many of them hang.
         */
        CONNECT_SLOW("connect-slow", 32),
        /** Reads that follow new and dropped tables. */
        FOLLOW("follow", 32),
        /** The start of reads of {@code LIVE} values of MBeans, and reads of values of the JVM. */
        FACTS("facts", 32),
        /**
         * Reads of all values of a node after a change of the configuration, which take long. The node serves the previous
         * selection until then.
         */
        RECONFIGURE("reconfigure", 8),
        /** The start of background reads. The reads themselves run on other threads. */
        REFRESH("refresh", 32),
        /** Background reads of MBeans that took too long in a scrape. */
        RETRY("retry", 32);

        private final String thread;
        private final int max;

        Work(String thread, int max) {
            this.thread = thread;
            this.max = max;
        }
    }

    private final AtomicLong loggedNanos = new AtomicLong(System.nanoTime() - LOG_NANOS);
    private final ThreadPoolExecutor[] pools = new ThreadPoolExecutor[Work.values().length];
    private final ScheduledExecutorService clock = Executors.newSingleThreadScheduledExecutor(task -> {
        Thread thread = new Thread(task, "foreread-clock");
        thread.setDaemon(true);
        return thread;
    });

    public JmxThreads() {
        for (Work work : Work.values()) pools[work.ordinal()] = pool(work);
    }

    private static ThreadPoolExecutor pool(Work work) {
        AtomicInteger number = new AtomicInteger();
        Waiting waiting = new Waiting();
        return new ThreadPoolExecutor(
                0,
                work.max,
                IDLE_SECONDS,
                TimeUnit.SECONDS,
                waiting,
                task -> {
                    Thread thread = new Thread(task, "foreread-" + work.thread + "-" + number.incrementAndGet());
                    thread.setDaemon(true);
                    return thread;
                },
                (task, pool) -> {
                    if (pool.isShutdown()) throw new RejectedExecutionException("the exporter stops");
                    waiting.add(task);
                });
    }

    /**
     * Passes a task to an idle thread or rejects it, so that the pool starts a thread. Tasks wait only if the pool has
     * its maximum number of threads.
     */
    private static final class Waiting extends LinkedTransferQueue<Runnable> {
        private static final long serialVersionUID = 1L;

        @Override
        public boolean offer(Runnable task) {
            return tryTransfer(task);
        }

        /** Adds the task at the end of the queue. In Java 21.0.2, the inherited methods call {@link #offer}. */
        @Override
        public boolean add(Runnable task) {
            return super.offer(task);
        }
    }

    /** Logs at most one line per minute, because many tasks can fail at once. */
    private void warn(Error error) {
        long now = System.nanoTime();
        long logged = loggedNanos.get();
        if (now - logged < LOG_NANOS || !loggedNanos.compareAndSet(logged, now)) return;
        logger.warn("Tasks of the exporter cannot start and are tried again: {}", error.toString());
    }

    public Executor of(Work work) {
        return pools[work.ordinal()];
    }

    /**
     * Runs a task now and again after each pause.
     *
     * @return the repetition; closing it ends the repetition and does not interrupt a running task
     */
    public Repeated repeat(Work work, long pauseMillis, Runnable task) {
        Repeated repeated = new Repeated(of(work), pauseMillis, task);
        repeated.submit();
        return repeated;
    }

    @Override
    public void close() {
        clock.shutdownNow();
        for (ThreadPoolExecutor pool : pools) pool.shutdownNow();
    }

    /** A task that runs repeatedly until this object is closed. */
    public final class Repeated implements AutoCloseable {
        private final Executor pool;
        private final long pauseMillis;
        private final Runnable task;
        private volatile boolean closed;

        private Repeated(Executor pool, long pauseMillis, Runnable task) {
            this.pool = pool;
            this.pauseMillis = pauseMillis;
            this.task = task;
        }

        private void submit() {
            try {
                pool.execute(this::run);
            } catch (RejectedExecutionException e) {
                closed = true;
            } catch (Error e) {
                // Such as an OutOfMemoryError because the process has too many threads.
                warn(e);
                clock.schedule(this::submit, Math.max(pauseMillis, RETRY_MILLIS), TimeUnit.MILLISECONDS);
            }
        }

        private void run() {
            if (closed) return;
            try {
                task.run();
            } finally {
                if (!closed && !clock.isShutdown()) clock.schedule(this::submit, pauseMillis, TimeUnit.MILLISECONDS);
            }
        }

        @Override
        public void close() {
            closed = true;
        }
    }
}
