package io.foreread.exporter.http;

import io.foreread.exporter.http.RequestCounts.Drop;
import java.io.IOException;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.LinkedTransferQueue;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Runs requests on a small number of threads. It interrupts requests of slow clients, and rejects requests that could not
 * be served soon. Thread-safe.
 */
final class Workers implements Executor, AutoCloseable {
    static final int THREADS = 16;

    /**
     * Requests beyond this number are rejected. The last queued request is still served within 6 seconds, {@code
     * MAX_WAITING / THREADS * MIN_PRESSED_NANOS}, even if all clients before it stall.
     */
    static final int MAX_WAITING = 400;

    /** Upper limit of a client's time while other requests wait. A working client needs milliseconds. */
    private static final long MAX_PRESSED_NANOS = TimeUnit.SECONDS.toNanos(1);

    /** Lower limit of that time: long enough for a TLS handshake on a busy machine. */
    private static final long MIN_PRESSED_NANOS = TimeUnit.MILLISECONDS.toNanos(250);

    /** Maximum delay of a scrape by stalled clients, as long as the time for each of them is between the two limits. */
    private static final long DELAY_NANOS = TimeUnit.SECONDS.toNanos(3);

    private static final long IDLE_SECONDS = 5;
    private static final long TICK_MILLIS = 200;
    private static final long PRESSED_TICK_MILLIS = 25;
    private static final long REFRESH_MILLIS = 5_000;

    private final RequestCounts counts;
    private final long timeoutNanos;
    private final Waiting waiting = new Waiting();
    private final ThreadPoolExecutor threads;
    private final ScheduledThreadPoolExecutor watch;
    private final Set<ExchangeGuard> running = ConcurrentHashMap.newKeySet();

    /** @param maxThreads {@link #THREADS}, and one for each request that waits for another system */
    Workers(RequestCounts counts, long timeoutNanos, int maxThreads) {
        this.counts = counts;
        this.timeoutNanos = timeoutNanos;
        threads = new ThreadPoolExecutor(
                1, maxThreads, IDLE_SECONDS, TimeUnit.SECONDS, waiting, named("foreread-http-"), (task, pool) -> {
                    if (!(task instanceof ExchangeGuard)) return; // the refresh is repeated in a few seconds
                    if (pool.isShutdown() || waiting.size() >= MAX_WAITING) refuse();
                    waiting.add(task);
                });
        watch = new ScheduledThreadPoolExecutor(1, named("foreread-http-watch-"));
    }

    private static ThreadFactory named(String prefix) {
        AtomicInteger number = new AtomicInteger();
        return task -> {
            Thread thread = new Thread(task, prefix + number.incrementAndGet());
            thread.setDaemon(true);
            thread.setContextClassLoader(null);
            return thread;
        };
    }

    /** @param refresh runs every few seconds; it must not throw */
    void start(Runnable refresh) {
        watch.schedule(this::cutSlow, TICK_MILLIS, TimeUnit.MILLISECONDS);
        // Not on the watching thread, because a file system can hang.
        watch.scheduleWithFixedDelay(
                () -> threads.execute(refresh), REFRESH_MILLIS, REFRESH_MILLIS, TimeUnit.MILLISECONDS);
    }

    @Override
    public void execute(Runnable exchange) {
        threads.execute(new ExchangeGuard(exchange, this));
    }

    /**
     * Throws an IOException, although {@link Executor} declares none: the server of Java 8 leaves the connection open on
     * any other exception.
     */
    private void refuse() {
        counts.dropped(Drop.BUSY);
        throw Workers.<RuntimeException>undeclared(new IOException("more requests than can be answered soon"));
    }

    @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"})
    private static <E extends Exception> E undeclared(Exception e) throws E {
        throw (E) e;
    }

    private void cutSlow() {
        long maxNanos = maxNanos(waiting.size());
        long now = System.nanoTime();
        for (ExchangeGuard guard : running) guard.cutIfOver(now, maxNanos);
        long tickMillis = maxNanos == Long.MAX_VALUE ? TICK_MILLIS : PRESSED_TICK_MILLIS;
        watch.schedule(this::cutSlow, tickMillis, TimeUnit.MILLISECONDS);
    }

    /** @return how long a client may block a thread while that many requests wait for one */
    static long maxNanos(int waiting) {
        if (waiting == 0) return Long.MAX_VALUE;
        return Math.max(MIN_PRESSED_NANOS, Math.min(MAX_PRESSED_NANOS, DELAY_NANOS * THREADS / waiting));
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

    /** Hands a task to an idle thread or refuses it, so that the pool grows before tasks wait. */
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
