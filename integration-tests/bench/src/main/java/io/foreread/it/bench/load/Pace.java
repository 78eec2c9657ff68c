package io.foreread.it.bench.load;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.Statement;
import java.time.Duration;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;

/**
 * Sends requests at a fixed rate on a separate thread until it is closed. It does not wait for responses unless 512
 * requests have no response yet. Requests that this wait delays are sent as soon as possible, also after the close.
 */
public final class Pace implements AutoCloseable {
    private static final int AT_ONCE = 512;

    /** The time limit of the close, first for requests that are overdue and then for responses. */
    private static final Duration CLOSE_LIMIT = Duration.ofMinutes(2);

    private final Function<Statement<?>, CompletionStage<?>> session;
    private final long periodNanos;
    private final Source requests;
    private final Semaphore room = new Semaphore(AT_ONCE);
    private final Thread thread = new Thread(this::run, "bench-requests");
    /** Written before the next field. */
    private long stoppedNanos;

    private volatile boolean stopped;

    /** @param answered called after each response, on a thread of the driver */
    public record Request(Statement<?> statement, Answered answered) {}

    /** Receives the result of a request. */
    public interface Answered {
        /**
         * @param error null if the request succeeded
         * @param nanos time since the request was due
         */
        void with(Throwable error, long nanos);
    }

    /** Creates requests. */
    public interface Source {
        /**
         * Called by one thread in the order of the requests.
         *
         * @param number the number of the request, starting at 0
         * @param dueNanos the {@link System#nanoTime} at which the request was due, which can be earlier than now
         */
        Request request(long number, long dueNanos);
    }

    public Pace(CqlSession session, int perSecond, Source requests) {
        this(session::executeAsync, perSecond, requests);
    }

    Pace(Function<Statement<?>, CompletionStage<?>> session, int perSecond, Source requests) {
        this.session = session;
        this.requests = requests;
        periodNanos = 1_000_000_000L / perSecond;
        thread.setDaemon(true);
    }

    public void start() {
        thread.start();
    }

    private void run() {
        long due = System.nanoTime() + periodNanos;
        for (long i = 0; isReached(due); i++) {
            room.acquireUninterruptibly();
            long dueNanos = due;
            Request request = requests.request(i, dueNanos);
            session.apply(request.statement).whenComplete((result, error) -> {
                try {
                    request.answered.with(error, System.nanoTime() - dueNanos);
                } finally {
                    room.release();
                }
            });
            due += periodNanos;
        }
    }

    /** Waits until a request is due. Returns false if this is closed before. */
    private boolean isReached(long due) {
        for (long wait = due - System.nanoTime(); wait > 0; wait = due - System.nanoTime()) {
            if (stopped) return false;
            LockSupport.parkNanos(wait);
        }
        return !stopped || due - stoppedNanos <= 0;
    }

    /**
     * Returns when all requests that were due have ended.
     *
     * @throws IllegalStateException if they do not end in time
     */
    @Override
    public void close() {
        stoppedNanos = System.nanoTime();
        stopped = true;
        try {
            thread.join(CLOSE_LIMIT.toMillis());
            if (!thread.isAlive() && room.tryAcquire(AT_ONCE, CLOSE_LIMIT.toMillis(), TimeUnit.MILLISECONDS)) return;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while waiting for responses", e);
        }
        throw new IllegalStateException("some requests have no response " + CLOSE_LIMIT.toMinutes() + " minutes later");
    }
}
