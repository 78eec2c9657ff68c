package io.foreread.exporter.standalone;

import java.util.concurrent.TimeUnit;

/**
 * Decides when a node is due for an attempt to connect. Pauses between failed attempts become longer. Each attempt
 * calls {@link #begin} and {@link #end}; there is one attempt at a time. Thread-safe.
 */
final class ConnectAttempts {
    private static final long MIN_PAUSE_SECONDS = 1;
    private static final long MAX_PAUSE_SECONDS = 30;
    /** A node that is down refuses the connection at once. Only a node that hangs or is unreachable takes longer. */
    private static final long SLOW_NANOS = TimeUnit.SECONDS.toNanos(1);

    /** The time of the next attempt. */
    private volatile long nextNanos = System.nanoTime();
    /** Whether the last attempt failed and took long. An attempt changes it last, because the next one may then begin. */
    private volatile boolean slow;
    /** Used only by the attempt. */
    private long beginNanos;
    /** Used only by the attempt. */
    private long pauseSeconds;

    /** @param onSlowThread whether the calling thread is for nodes whose last attempt took long */
    boolean isDue(boolean onSlowThread) {
        return onSlowThread == slow && System.nanoTime() - nextNanos >= 0;
    }

    void begin() {
        beginNanos = System.nanoTime();
    }

    void end(boolean successful) {
        long now = System.nanoTime();
        pauseSeconds = successful ? 0 : Math.min(Math.max(MIN_PAUSE_SECONDS, 2 * pauseSeconds), MAX_PAUSE_SECONDS);
        nextNanos = now + TimeUnit.SECONDS.toNanos(pauseSeconds);
        slow = !successful && now - beginNanos > SLOW_NANOS;
    }
}
