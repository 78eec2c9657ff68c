package io.foreread.it.bench.load;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.Statement;
import java.util.concurrent.Semaphore;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongFunction;

/**
 * Sends requests at a fixed rate on a separate thread until it is closed. It does not wait for responses unless 512
 * requests have no response yet. Requests that this wait delays are sent as soon as possible.
 */
public final class Pace implements AutoCloseable {
    private static final int AT_ONCE = 512;

    private final CqlSession session;
    private final long periodNanos;
    private final LongFunction<Request> requests;
    private final Semaphore room = new Semaphore(AT_ONCE);
    private final Thread thread = new Thread(this::run, "bench-requests");
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

    /** @param requests creates a request from its number, starting at 0, when it is due; called by one thread */
    public Pace(CqlSession session, int perSecond, LongFunction<Request> requests) {
        this.session = session;
        this.requests = requests;
        periodNanos = 1_000_000_000L / perSecond;
        thread.setDaemon(true);
    }

    public void start() {
        thread.start();
    }

    private void run() {
        long due = System.nanoTime();
        for (long i = 0; !stopped; i++) {
            due += periodNanos;
            for (long wait = due - System.nanoTime(); wait > 0; wait = due - System.nanoTime())
                LockSupport.parkNanos(wait);
            room.acquireUninterruptibly();
            long dueNanos = due;
            Request request = requests.apply(i);
            session.executeAsync(request.statement).whenComplete((result, error) -> {
                try {
                    request.answered.with(error, System.nanoTime() - dueNanos);
                } finally {
                    room.release();
                }
            });
        }
    }

    /** Returns when all requests have ended. */
    @Override
    public void close() {
        stopped = true;
        try {
            thread.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        room.acquireUninterruptibly(AT_ONCE);
    }
}
