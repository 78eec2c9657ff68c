package io.foreread.agent.startup;

import java.lang.instrument.Instrumentation;
import java.lang.management.MemoryMXBean;
import java.lang.reflect.Method;
import java.util.Collections;
import java.util.Map;
import java.util.Set;

/**
 * Lets us call the one public class of the JDK that counts safepoints, which Java 9 and later keep to themselves. Not
 * more than {@code --add-exports} does; reflective, because Java 8 knows no modules.
 */
final class ModuleExport {
    private static final String PACKAGE = "sun.management";

    private ModuleExport() {}

    /** @return whether it is exported to us now; on Java 8 it always was */
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
            // Safepoints are not exported then.
            return false;
        }
    }
}
