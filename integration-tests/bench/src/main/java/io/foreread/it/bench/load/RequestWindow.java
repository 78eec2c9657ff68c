package io.foreread.it.bench.load;

import java.time.Duration;
import java.util.concurrent.TimeUnit;

/** The requests that are due from its begin to its end. Thread-safe. */
public final class RequestWindow {
    private static final Duration LIMIT = Duration.ofMinutes(1);

    private final Latencies latencies = new Latencies();
    private final long beginNanos = System.nanoTime();
    /** Guarded by this, as are all fields below. */
    private boolean ended;

    private long endNanos;
    private boolean allSent;
    private int outstanding;
    private int failed;

    RequestWindow() {}

    /** Requests that are due from now on are not part of the window. */
    public synchronized void end() {
        endNanos = System.nanoTime();
        ended = true;
    }

    synchronized boolean isOver(long nanos) {
        return ended && nanos - endNanos > 0;
    }

    /** Adds a request unless it was due before the begin. */
    synchronized RequestWindows.Answered send(long dueNanos) {
        if (dueNanos - beginNanos < 0) return (succeeded, reading, nanos) -> {};
        outstanding++;
        return this::answer;
    }

    private synchronized void answer(boolean succeeded, boolean reading, long nanos) {
        if (succeeded) latencies.add(reading, nanos);
        else failed++;
        outstanding--;
        notifyAll();
    }

    /** No request follows. */
    synchronized void allSent() {
        allSent = true;
        notifyAll();
    }

    /**
     * Waits for the responses to all requests that were due in the window, and returns their quantiles. The window must have
     * ended.
     *
     * @throws IllegalStateException if a request has failed, or has no response in time
     */
    public RequestLatency quantiles() {
        return quantiles(LIMIT);
    }

    synchronized RequestLatency quantiles(Duration limit) {
        if (!ended) throw new IllegalStateException("the window has not ended");
        long startNanos = System.nanoTime();
        try {
            while (!allSent || outstanding > 0) {
                long leftNanos = limit.toNanos() - (System.nanoTime() - startNanos);
                if (leftNanos <= 0)
                    throw new IllegalStateException(outstanding + " requests of a window have no response after "
                            + limit.toSeconds() + " s" + (allSent ? "" : ", and others are not sent"));
                TimeUnit.NANOSECONDS.timedWait(this, leftNanos);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while waiting for responses", e);
        }
        if (failed > 0) throw new IllegalStateException(failed + " requests of a window failed");
        return latencies.quantiles();
    }
}
