package io.foreread.agent.startup;

import java.lang.instrument.Instrumentation;
import java.lang.management.MemoryMXBean;
import java.lang.reflect.Method;
import java.util.Collections;
import java.util.Map;
import java.util.Set;

/**
 * Exports the JDK package {@code sun.management}, which has the class that counts safepoints, to the agent, like
 * {@code --add-exports}. Java 9 and later do not export this package. The code uses reflection, because Java 8 has no
 * modules.
 */
final class ModuleExport {
    private static final String PACKAGE = "sun.management";

    private ModuleExport() {}

    /** @return whether the package is exported; always true on Java 8 */
    static boolean ofSafepointCounters(Instrumentation instrumentation) {
        try {
            Method getModule = Class.class.getMethod("getModule");
            Object management = getModule.invoke(MemoryMXBean.class);
            Map<String, Set<Object>> exports =
                    Collections.singletonMap(PACKAGE, Collections.singleton(getModule.invoke(ModuleExport.class)));
            Instrumentation.class
                    .getMethod(
                            "redefineModule",
                            getModule.getReturnType(),
                            Set.class,
                            Map.class,
                            Map.class,
                            Set.class,
                            Map.class)
                    .invoke(
                            instrumentation,
                            management,
                            Collections.emptySet(),
                            exports,
                            Collections.emptyMap(),
                            Collections.emptySet(),
                            Collections.emptyMap());
            return true;
        } catch (NoSuchMethodException e) {
            return true;
        } catch (ReflectiveOperationException | RuntimeException | LinkageError e) {
            // The metrics of safepoints are missing then.
            return false;
        }
    }
}
