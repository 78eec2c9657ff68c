package io.foreread.agent.install;

import java.lang.instrument.Instrumentation;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * Retransforms classes one at a time. The JVM stops all threads at the end of each call, the longer the more classes the call
 * changes. The threads of the node run for a minimum time between two such pauses. Only one thread at a time may call {@link
 * #of}.
 */
final class Retransformation {
    /**
     * The minimum time between the pauses for two classes. It is longer than a pause: with 10 ms, the requests that waited for
     * one pause also waited for the next.
     */
    static final long RUN_MILLIS = 80;

    private volatile long nextPauseNanos = System.nanoTime();

    /**
     * Retransforms classes. A class that fails does not fail the others.
     *
     * @param beforeEach calls {@link #awaitNextPause}, unless a transformer of these classes calls it
     * @return the classes that could not be retransformed, with the reason
     */
    Map<Class<?>, Throwable> of(Instrumentation instrumentation, List<Class<?>> types, Runnable beforeEach) {
        Map<Class<?>, Throwable> failures = new LinkedHashMap<>();
        for (Class<?> type : types) {
            beforeEach.run();
            try {
                instrumentation.retransformClasses(type);
            } catch (Throwable e) {
                failures.put(type, e);
            }
            nextPauseNanos = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(RUN_MILLIS);
        }
        return failures;
    }

    /**
     * Waits until the threads of the node have run for the minimum time. A transformer calls this after its work, which the
     * JVM does while these threads run. Without it, the pauses for all classes would be as long as one pause for the clients of
     * the node.
     */
    void awaitNextPause() {
        long waitNanos = nextPauseNanos - System.nanoTime();
        if (waitNanos <= 0) return;
        try {
            TimeUnit.NANOSECONDS.sleep(waitNanos);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
