package io.foreread.agent.install;

import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.IllegalClassFormatException;
import java.lang.instrument.Instrumentation;
import java.security.ProtectionDomain;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * Calls ByteBuddy only for classes with hooks, and restores the classes that it has changed. The JVM calls this transformer
 * for every class, on the thread that loads the class, including the restricted threads of user-defined functions.
 */
final class Weaver implements ClassFileTransformer {
    /** How long {@link #unweave} waits for classes that are woven and not yet loaded. */
    private static final long DEFINITION_MILLIS = 1000;

    private static final long PAUSE_MILLIS = 10;

    private final ClassLoader cassandra;
    private final Set<String> hooked;
    private final Map<String, String> nameByInternalName = new HashMap<>();
    private final ClassFileTransformer transformer;
    /** The names of the classes that are changed. */
    private final Set<String> woven = ConcurrentHashMap.newKeySet();
    /** The names of the classes that did not appear in the time of a call of {@link #unweave}. */
    private final Set<String> awaited = new HashSet<>();
    /** The number of threads that weave a class. */
    private final AtomicInteger weaving = new AtomicInteger();

    private final Retransformation retransformation = new Retransformation();
    private volatile boolean ended;

    /**
     * @param cassandra the class loader of the classes
     * @param hooked the names of the classes
     */
    Weaver(ClassLoader cassandra, Set<String> hooked, ClassFileTransformer transformer) {
        this.cassandra = cassandra;
        this.hooked = new HashSet<>(hooked);
        this.transformer = transformer;
        for (String name : hooked) nameByInternalName.put(name.replace('.', '/'), name);
    }

    @Override
    public byte @Nullable [] transform(
            @Nullable ClassLoader loader,
            @Nullable String internalName,
            @Nullable Class<?> redefined,
            @Nullable ProtectionDomain domain,
            byte[] classFile)
            throws IllegalClassFormatException {
        if (internalName == null || loader != cassandra) return null;
        String name = nameByInternalName.get(internalName);
        if (name == null) return null;
        weaving.incrementAndGet();
        try {
            // The JVM can have decided to call this transformer before it was removed.
            if (ended) return null;
            byte[] changed = transformer.transform(loader, internalName, redefined, domain, classFile);
            if (changed != null) woven.add(name);
            return changed;
        } finally {
            if (redefined != null) retransformation.awaitNextPause();
            weaving.decrementAndGet();
        }
    }

    boolean hasWoven(String name) {
        return woven.contains(name);
    }

    /** Returns the classes with hooks that are loaded. */
    List<Class<?>> loaded(Instrumentation instrumentation) {
        List<Class<?>> loaded = new ArrayList<>();
        for (Class<?> type : instrumentation.getAllLoadedClasses())
            if (type.getClassLoader() == cassandra && hooked.contains(type.getName())) loaded.add(type);
        return loaded;
    }

    /**
     * Weaves loaded classes.
     *
     * @return the classes that could not be retransformed, with the reason
     */
    Map<Class<?>, Throwable> weave(Instrumentation instrumentation, List<Class<?>> types) {
        // This transformer waits for the next pause: the threads of the node run while it weaves.
        return retransformation.of(instrumentation, types, () -> {});
    }

    /**
     * Ends weaving, and gives every woven class its original byte code. A further call tries the classes again that could not
     * be restored.
     *
     * <p>A class that another thread has woven and not yet defined is awaited. If it does not appear within {@value
     * #DEFINITION_MILLIS} ms, this is a problem, because it could appear with woven code later. If it does not appear in the
     * time of a further call either, its definition is regarded as failed.
     *
     * @return one line for each problem
     */
    List<String> unweave(Instrumentation instrumentation) throws InterruptedException {
        ended = true;
        instrumentation.removeTransformer(this);
        Map<String, Throwable> failures = new HashMap<>();
        long startNanos = System.nanoTime();
        restore(instrumentation, failures);
        while (failures.size() < woven.size() + weaving.get()
                && System.nanoTime() - startNanos < TimeUnit.MILLISECONDS.toNanos(DEFINITION_MILLIS)) {
            // The JVM does not report the end of the definition of a class.
            Thread.sleep(PAUSE_MILLIS);
            restore(instrumentation, failures);
        }
        List<String> problems = new ArrayList<>();
        failures.forEach((name, failure) -> problems.add("cannot restore " + name + ": " + failure));
        for (String name : new TreeSet<>(woven)) {
            if (failures.containsKey(name)) continue;
            if (awaited.add(name)) problems.add("another thread has not yet defined " + name);
            else woven.remove(name);
        }
        if (weaving.get() > 0) problems.add("another thread is still weaving a class");
        return problems;
    }

    private void restore(Instrumentation instrumentation, Map<String, Throwable> failures) {
        List<Class<?>> changed = new ArrayList<>();
        for (Class<?> type : loaded(instrumentation))
            if (woven.contains(type.getName()) && !failures.containsKey(type.getName())) changed.add(type);
        // Without the transformer this results in the original byte code.
        Map<Class<?>, Throwable> failed =
                retransformation.of(instrumentation, changed, retransformation::awaitNextPause);
        for (Class<?> type : changed) {
            Throwable failure = failed.get(type);
            if (failure == null) woven.remove(type.getName());
            else failures.put(type.getName(), failure);
        }
    }
}
