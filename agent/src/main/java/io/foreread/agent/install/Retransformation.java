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
    /**
     * How long the threads of the node run after the first pause before the next class is woven. After the first retransformation
     * HotSpot discards all compiled code, unless it was started with an agent ({@code VM_RedefineClasses::flush_dependent_code}).
     * The node needs all processors to compile it again, which took 300 ms on two cores.
     */
    static final long RUN_AFTER_FIRST_MILLIS = 300;

    private volatile long nextPauseNanos = System.nanoTime();
    private boolean first = true;

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
            if (first) sleep(TimeUnit.MILLISECONDS.toNanos(RUN_AFTER_FIRST_MILLIS));
            first = false;
        }
        return failures;
    }

    /**
     * Waits until the threads of the node have run for the minimum time. A transformer calls this after its work, which the
     * JVM does while these threads run. Without it, the pauses for all classes would be as long as one pause for the clients of
     * the node.
     */
    void awaitNextPause() {
        sleep(nextPauseNanos - System.nanoTime());
    }

    private static void sleep(long nanos) {
        try {
            TimeUnit.NANOSECONDS.sleep(nanos);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
