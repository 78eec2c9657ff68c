package io.foreread.agent.install;

import java.lang.instrument.Instrumentation;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Retransforms classes one at a time. The JVM stops all threads for each call, the longer the more classes the call changes.
 * The threads of the node run in between.
 */
final class Retransformation {
    /**
     * The time between the pauses for two classes. It is longer than a pause: with 10 ms, the requests that waited for one pause
     * also waited for the next.
     */
    static final long RUN_MILLIS = 80;

    private Retransformation() {}

    /**
     * Retransforms classes. A class that fails does not fail the others.
     *
     * @return the classes that could not be retransformed, with the reason
     */
    static Map<Class<?>, Throwable> of(Instrumentation instrumentation, List<Class<?>> types) {
        Map<Class<?>, Throwable> failures = new LinkedHashMap<>();
        for (int i = 0; i < types.size(); i++) {
            if (i > 0) letOtherThreadsRun();
            try {
                instrumentation.retransformClasses(types.get(i));
            } catch (Throwable e) {
                failures.put(types.get(i), e);
            }
        }
        return failures;
    }

    /** Without this, the pauses for all classes would be as long as one pause for the clients of the node. */
    private static void letOtherThreadsRun() {
        try {
            Thread.sleep(RUN_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
