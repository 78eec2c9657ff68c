package io.foreread.exporter.http;

import io.foreread.exporter.http.RequestCounts.Drop;
import io.foreread.exporter.thread.DaemonThreads;
import java.io.IOException;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.LinkedTransferQueue;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Runs requests on a small pool of threads. Limits how long a slow client can occupy a thread, and how many requests
 * wait. Thread-safe.
 */
final class Workers implements Executor, AutoCloseable {
    static final int THREADS = 16;

    /**
     * Maximum length of the queue; further requests are rejected. Even behind stalled clients, the last queued request
     * is still served within {@code MAX_WAITING / THREADS * MIN_LIMIT_NANOS}, 6 seconds.
     */
    static final int MAX_WAITING = 400;

    /** The upper bound of {@link #limitNanos} while requests wait for a thread. A healthy client needs milliseconds. */
    private static final long MAX_LIMIT_NANOS = TimeUnit.SECONDS.toNanos(1);

    /** The lower bound of {@link #limitNanos}, which is enough for a handshake on a busy machine. */
    private static final long MIN_LIMIT_NANOS = TimeUnit.MILLISECONDS.toNanos(250);

    /**
     * Between the two bounds, the time limit of a client is chosen so that stalled clients delay a waiting request by
     * at most this time. Scrapers usually have a timeout of ten seconds.
     */
    private static final long DELAY_NANOS = TimeUnit.SECONDS.toNanos(3);

    private static final long IDLE_SECONDS = 5;
    private static final long TICK_MILLIS = 200;
    private static final long BUSY_TICK_MILLIS = 25;
    private static final long REFRESH_MILLIS = 5_000;

    private final RequestCounts counts;
    private final long timeoutNanos;
    private final Waiting waiting = new Waiting();
    private final ThreadPoolExecutor threads;
    private final ScheduledThreadPoolExecutor watch;
    private final Set<ExchangeGuard> running = ConcurrentHashMap.newKeySet();

    /** @param maxThreads {@link #THREADS}, plus one for each request that can wait for a remote node */
    Workers(RequestCounts counts, long timeoutNanos, int maxThreads) {
        this(counts, timeoutNanos, maxThreads, DaemonThreads.numbered("foreread-http-"));
    }

    Workers(RequestCounts counts, long timeoutNanos, int maxThreads, ThreadFactory factory) {
        this.counts = counts;
        this.timeoutNanos = timeoutNanos;
        threads = new ThreadPoolExecutor(
                1, maxThreads, IDLE_SECONDS, TimeUnit.SECONDS, waiting, factory, (task, pool) -> {
                    // A rejected refresh runs again soon. Any other task only starts a thread.
                    if (!(task instanceof ExchangeGuard)) return;
                    if (pool.isShutdown() || waiting.size() >= MAX_WAITING) refuse();
                    waiting.add(task);
                });
        watch = new ScheduledThreadPoolExecutor(1, DaemonThreads.numbered("foreread-http-watch-"));
    }

    /** @param refresh is run every few seconds */
    void start(Runnable refresh) {
        start(refresh, REFRESH_MILLIS);
    }

    void start(Runnable refresh, long refreshMillis) {
        watch.schedule(this::cutSlow, TICK_MILLIS, TimeUnit.MILLISECONDS);
        Runnable oneAtATime = oneAtATime(refresh);
        // The refresh does not run on the watch thread, because a read of a file can hang.
        watch.scheduleWithFixedDelay(
                () -> executeOrSkip(oneAtATime), refreshMillis, refreshMillis, TimeUnit.MILLISECONDS);
    }

    /** Does nothing if no thread can be created. An exception would end a schedule, or a request. */
    private void executeOrSkip(Runnable task) {
        try {
            threads.execute(task);
        } catch (OutOfMemoryError e) {
            DaemonThreads.log("the endpoint cannot start a thread", e);
        }
    }

    /** Returns a task that does nothing while a previous run of it hangs, so that at most one thread is blocked. */
    private static Runnable oneAtATime(Runnable task) {
        AtomicBoolean running = new AtomicBoolean();
        return () -> {
            if (!running.compareAndSet(false, true)) return;
            try {
                task.run();
            } catch (Throwable e) {
                DaemonThreads.log("the files of the endpoint cannot be checked", e);
            } finally {
                running.set(false);
            }
        };
    }

    @Override
    public void execute(Runnable exchange) {
        try {
            threads.execute(new ExchangeGuard(exchange, this));
        } catch (OutOfMemoryError e) {
            // No thread can be created. In Java 8, the error would end the thread that accepts connections.
            DaemonThreads.log("the endpoint cannot start a thread", e);
            refuse();
        }
    }

    /**
     * Allows one more thread while the current one waits, so that the wait delays no other request. The caller must
     * call {@link #endWait} after the wait, and limit the number of threads that wait.
     */
    void beginWait() {
        addThreads(1);
        // The pool starts a thread only for a new task. The thread then serves the requests that are in the queue, or
        // that another thread is about to add to it.
        executeOrSkip(() -> {});
    }

    void endWait() {
        addThreads(-1);
    }

    private synchronized void addThreads(int change) {
        threads.setMaximumPoolSize(threads.getMaximumPoolSize() + change);
    }

    /**
     * Throws an IOException, although {@link Executor} declares none, so that the server closes the connection. After
     * other exceptions, the server of Java 8 leaves the connection open.
     */
    private void refuse() {
        counts.dropped(Drop.BUSY);
        throw Workers.<RuntimeException>undeclared(new IOException("too many requests"));
    }

    @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"})
    private static <E extends Exception> E undeclared(Exception e) throws E {
        throw (E) e;
    }

    private void cutSlow() {
        long limitNanos = limitNanos(waiting.size());
        long now = System.nanoTime();
        try {
            for (ExchangeGuard guard : running) guard.cutIfOver(now, limitNanos);
        } catch (Throwable e) {
            DaemonThreads.log("the endpoint cannot disconnect slow clients", e);
        } finally {
            long tickMillis = limitNanos == Long.MAX_VALUE ? TICK_MILLIS : BUSY_TICK_MILLIS;
            watch.schedule(this::cutSlow, tickMillis, TimeUnit.MILLISECONDS);
        }
    }

    /** The maximum time that a client can block a thread, depending on the number of waiting requests. */
    static long limitNanos(int waiting) {
        if (waiting == 0) return Long.MAX_VALUE;
        return Math.max(MIN_LIMIT_NANOS, Math.min(MAX_LIMIT_NANOS, DELAY_NANOS * THREADS / waiting));
    }

    void began(ExchangeGuard guard) {
        running.add(guard);
    }

    void ended(ExchangeGuard guard) {
        running.remove(guard);
    }

    RequestCounts counts() {
        return counts;
    }

    long timeoutNanos() {
        return timeoutNanos;
    }

    @Override
    public void close() {
        watch.shutdownNow();
        threads.shutdown();
        running.forEach(ExchangeGuard::cut);
        threads.getQueue().clear();
    }

    /** Passes a task to an idle thread or rejects it, so that the pool grows before tasks are queued. */
    private static final class Waiting extends LinkedTransferQueue<Runnable> {
        @Override
        public boolean offer(Runnable task) {
            return tryTransfer(task);
        }

        @Override
        public boolean add(Runnable task) {
            return super.offer(task);
        }
    }
}
