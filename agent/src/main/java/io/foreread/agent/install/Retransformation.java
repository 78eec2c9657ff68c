package io.foreread.agent.install;

import java.lang.instrument.Instrumentation;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Retransforms classes so that the pauses of the JVM are short. */
final class Retransformation {
    private static final boolean TOGETHER = isCheaperTogether(System.getProperty("java.specification.version", ""));

    /** The time between the pauses for two classes. */
    static final long RUN_MILLIS = 10;

    private Retransformation() {}

    /**
     * Retransforms classes. A class that fails does not fail the others.
     *
     * @return the classes that could not be retransformed, with the reason
     */
    static Map<Class<?>, Throwable> of(Instrumentation instrumentation, List<Class<?>> types) {
        return of(instrumentation, types, TOGETHER);
    }

    /** @param together whether one call retransforms all classes, or one call each of them */
    static Map<Class<?>, Throwable> of(Instrumentation instrumentation, List<Class<?>> types, boolean together) {
        Map<Class<?>, Throwable> failures = new LinkedHashMap<>();
        if (together && types.size() > 1) {
            try {
                instrumentation.retransformClasses(types.toArray(new Class<?>[0]));
                return failures;
            } catch (Throwable e) {
                // The JVM has changed no class. One call each finds those that it rejects.
            }
        }
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

    /**
     * The JVM stops all threads once for each call. Java 17 then searches the compiled code and the loaded classes once for
     * all classes of the call. Java 8 and 11 search them for each class, so that one pause for all would be long.
     */
    static boolean isCheaperTogether(String javaVersion) {
        return !javaVersion.startsWith("1.") && javaVersion.matches("\\d+") && Integer.parseInt(javaVersion) >= 17;
    }
}
