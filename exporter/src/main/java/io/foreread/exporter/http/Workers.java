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
 * The threads that requests run on: few, none of them held by a slow client for long, and no more requests waiting than
 * can be answered soon. Thread-safe.
 */
final class Workers implements Executor, AutoCloseable {
    /** Stalled clients hold each for {@link Turn#PRESSED_NANOS} at most, so 50 of them delay a scrape by 3 seconds. */
    static final int THREADS = 16;

    private static final int MOST_WAITING = 64;
    private static final long IDLE_SECONDS = 5;
    private static final long TICK_MILLIS = 200;
    private static final long REFRESH_MILLIS = 5_000;

    private final RequestCounts counts;
    private final long timeoutNanos;
    private final Waiting waiting = new Waiting();
    private final ThreadPoolExecutor threads;
    private final ScheduledThreadPoolExecutor watch;
    private final Set<Turn> running = ConcurrentHashMap.newKeySet();

    Workers(RequestCounts counts, long timeoutNanos) {
        this.counts = counts;
        this.timeoutNanos = timeoutNanos;
        threads = new ThreadPoolExecutor(
                1, THREADS, IDLE_SECONDS, TimeUnit.SECONDS, waiting, named("foreread-http-"), (task, pool) -> {
                    if (!(task instanceof Turn)) return; // comes again in a few seconds
                    if (pool.isShutdown() || waiting.size() >= MOST_WAITING) refuse();
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

    /** @param refresh run every few seconds; what it throws is its own to catch */
    void start(Runnable refresh) {
        watch.scheduleWithFixedDelay(this::cutSlow, TICK_MILLIS, TICK_MILLIS, TimeUnit.MILLISECONDS);
        // Not on the watching thread: a file system may hang.
        watch.scheduleWithFixedDelay(
                () -> threads.execute(refresh), REFRESH_MILLIS, REFRESH_MILLIS, TimeUnit.MILLISECONDS);
    }

    @Override
    public void execute(Runnable exchange) {
        threads.execute(new Turn(exchange, this));
    }

    /**
     * The server closes the connection on an IOException. On others the one of Java 8 forgets it and leaves it open, so
     * that is what it gets, though {@link Executor} declares none.
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
        long now = System.nanoTime();
        boolean pressed = !waiting.isEmpty();
        for (Turn turn : running) turn.cutIfOver(now, pressed);
    }

    void began(Turn turn) {
        running.add(turn);
    }

    void ended(Turn turn) {
        running.remove(turn);
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
        running.forEach(Turn::cut);
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
