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
    static final int THREADS = 16;

    /**
     * So many that it takes more connections than most have to be sent away unheard, and so few that the last of them is
     * heard in time: with stalled clients before it after {@code MOST_WAITING / THREADS * LEAST_PRESSED_NANOS}, 6 seconds.
     */
    static final int MOST_WAITING = 400;

    /** When others wait for a thread: a client that is well takes milliseconds. */
    private static final long MOST_PRESSED_NANOS = TimeUnit.SECONDS.toNanos(1);

    /** A handshake on a busy machine must fit in, or all of them would be in vain. */
    private static final long LEAST_PRESSED_NANOS = TimeUnit.MILLISECONDS.toNanos(250);

    /** Of a scraper's ten seconds; between the two above, stalled clients delay it by so much. */
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

    /** @param most threads; {@link #THREADS}, and one for each request that may wait for somebody else */
    Workers(RequestCounts counts, long timeoutNanos, int most) {
        this.counts = counts;
        this.timeoutNanos = timeoutNanos;
        threads = new ThreadPoolExecutor(
                1, most, IDLE_SECONDS, TimeUnit.SECONDS, waiting, named("foreread-http-"), (task, pool) -> {
                    if (!(task instanceof ExchangeGuard)) return; // comes again in a few seconds
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
        watch.schedule(this::cutSlow, TICK_MILLIS, TimeUnit.MILLISECONDS);
        // Not on the watching thread: a file system may hang.
        watch.scheduleWithFixedDelay(
                () -> threads.execute(refresh), REFRESH_MILLIS, REFRESH_MILLIS, TimeUnit.MILLISECONDS);
    }

    @Override
    public void execute(Runnable exchange) {
        threads.execute(new ExchangeGuard(exchange, this));
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
        long mostNanos = mostNanos(waiting.size());
        long now = System.nanoTime();
        for (ExchangeGuard guard : running) guard.cutIfOver(now, mostNanos);
        long tickMillis = mostNanos == Long.MAX_VALUE ? TICK_MILLIS : PRESSED_TICK_MILLIS;
        watch.schedule(this::cutSlow, tickMillis, TimeUnit.MILLISECONDS);
    }

    /** What a client may take of a thread's time without doing anything, while so many wait for one. */
    static long mostNanos(int waiting) {
        if (waiting == 0) return Long.MAX_VALUE;
        return Math.max(LEAST_PRESSED_NANOS, Math.min(MOST_PRESSED_NANOS, DELAY_NANOS * THREADS / waiting));
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
