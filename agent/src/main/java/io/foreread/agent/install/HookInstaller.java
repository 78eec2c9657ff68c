package io.foreread.agent.install;

import io.foreread.agent.hook.AdviceWeave;
import io.foreread.agent.hook.CallWeave;
import io.foreread.agent.hook.Hook;
import io.foreread.agent.hook.ResultWeave;
import io.foreread.agent.hook.Weave;
import io.foreread.agent.probe.HookSwitch;
import io.foreread.agent.resident.dispatch.ProbeDispatch;
import io.foreread.exporter.recorder.HookRecorder;
import io.foreread.exporter.recorder.HookStatus;
import io.foreread.exporter.recorder.HookStatus.State;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.Instrumentation;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import net.bytebuddy.ByteBuddy;
import net.bytebuddy.agent.builder.AgentBuilder;
import net.bytebuddy.asm.Advice;
import net.bytebuddy.asm.AsmVisitorWrapper;
import net.bytebuddy.description.method.MethodDescription;
import net.bytebuddy.description.type.TypeDescription;
import net.bytebuddy.dynamic.ClassFileLocator;
import net.bytebuddy.dynamic.DynamicType;
import net.bytebuddy.dynamic.Nexus;
import net.bytebuddy.dynamic.scaffold.TypeValidation;
import net.bytebuddy.implementation.bytecode.StackManipulation;
import net.bytebuddy.implementation.bytecode.member.MethodInvocation;
import net.bytebuddy.matcher.ElementMatcher;
import net.bytebuddy.matcher.ElementMatchers;
import net.bytebuddy.pool.TypePool;
import net.bytebuddy.utility.JavaModule;
import org.jspecify.annotations.Nullable;

/**
 * Weaves the hooks whose landmarks exist into Cassandra's classes, and restores these classes. Only one thread at a time may
 * call the methods; classes are woven by the threads that load them.
 */
public final class HookInstaller {
    private final ClassLoader cassandra;
    private final HookRecorder recorder;
    /** The classes that were offered to the transformer after they had been loaded. */
    private final Set<String> offered = new HashSet<>();

    private final Map<String, List<Hook>> byType = new HashMap<>();
    /** What the landmark check of a hook has found, by its name. An attach needs it twice, and waits for it. */
    private final Map<String, Optional<String>> missingByHook = new HashMap<>();

    private @Nullable Weaver weaver;
    private @Nullable Instrumentation instrumentation;

    /** @param cassandra the class loader that will load Cassandra */
    public HookInstaller(ClassLoader cassandra, HookRecorder recorder) {
        this.cassandra = cassandra;
        this.recorder = recorder;
    }

    /** Returns the hooks whose landmarks exist. */
    public List<Hook> fitting(List<Hook> hooks) throws IOException {
        List<Hook> fitting = new ArrayList<>();
        for (Hook hook : hooks) if (missing(hook) == null) fitting.add(hook);
        return fitting;
    }

    /**
     * Checks every hook, registers a transformer for those that fit, and records the status of each hook. A hook that
     * cannot be woven changes nothing, and the other hooks of its class are woven. The switch of an excluded hook is
     * turned off before anything is woven, because code of other hooks reads the switch too.
     *
     * @param exclusion returns why a hook is not woven, in one short sentence for its status; null if it is
     */
    public void install(List<Hook> hooks, Function<Hook, @Nullable String> exclusion, Instrumentation instrumentation)
            throws IOException {
        for (Hook hook : hooks) if (exclusion.apply(hook) != null) HookSwitch.of(hook.name()).on = false;
        for (Hook hook : hooks) {
            String reason = exclusion.apply(hook);
            if (reason == null) reason = missing(hook);
            if (reason == null) {
                byType.computeIfAbsent(hook.typeName(), type -> new ArrayList<>())
                        .add(hook);
                record(hook, State.WAITING, "until Cassandra uses " + simpleName(hook));
            } else {
                record(hook, State.SKIPPED, reason);
            }
        }
        if (byType.isEmpty()) return;
        this.instrumentation = instrumentation;
        weaver = new Weaver(cassandra, byType.keySet(), new HookTransformers(transformers()));
        instrumentation.addTransformer(weaver, true);
        weaveLoaded();
    }

    /**
     * Weaves hooked classes that are loaded and were not woven when they were loaded: the agent was attached, or something
     * loaded them before premain. It misses a class that is being defined by another thread, whose class file was read before
     * the transformer was registered. A later call finds this class.
     */
    public void weaveLoaded() {
        while (weaver != null && instrumentation != null && weaveLoaded(weaver, instrumentation)) {
            // Classes can have been loaded in the meantime.
        }
    }

    /** @return whether there was such a class */
    private boolean weaveLoaded(Weaver weaver, Instrumentation instrumentation) {
        List<Class<?>> unwoven = new ArrayList<>();
        for (Class<?> type : weaver.loaded(instrumentation))
            if (!weaver.hasWoven(type.getName()) && offered.add(type.getName())) unwoven.add(type);
        weaver.weave(instrumentation, unwoven)
                .forEach((type, failure) -> record(type.getName(), State.FAILED, String.valueOf(failure)));
        return !unwoven.isEmpty();
    }

    /**
     * Removes the transformer, and restores the byte code of all woven classes. If it returns problems, a further call tries
     * the remaining classes again.
     *
     * @return one line for each problem
     */
    public List<String> uninstall() throws InterruptedException {
        if (weaver == null || instrumentation == null) return Collections.emptyList();
        return weaver.unweave(instrumentation);
    }

    /** @return null if the landmarks exist */
    private @Nullable String missing(Hook hook) throws IOException {
        Optional<String> known = missingByHook.get(hook.name());
        if (known == null) {
            known = Optional.ofNullable(findMissing(hook));
            missingByHook.put(hook.name(), known);
        }
        return known.orElse(null);
    }

    private @Nullable String findMissing(Hook hook) throws IOException {
        byte[] classFile = classFile(hook.typeName());
        if (classFile == null) return "no class " + simpleName(hook) + " here (this hook is for " + hook.lines() + ")";
        String missing = Landmark.missing(hook, classFile, this::classFile);
        return missing == null ? null : simpleName(hook) + " " + missing + " (this hook is for " + hook.lines() + ")";
    }

    private byte @Nullable [] classFile(String typeName) throws IOException {
        try (InputStream in = cassandra.getResourceAsStream(typeName.replace('.', '/') + ".class")) {
            return in == null ? null : readFully(in);
        }
    }

    /** Returns the transformers of each class, by its name. The first hook of a class encloses the others. */
    private Map<String, List<ClassFileTransformer>> transformers() {
        Map<String, List<ClassFileTransformer>> transformers = new HashMap<>();
        byType.forEach((type, hooks) -> {
            List<ClassFileTransformer> ofType = new ArrayList<>();
            for (Hook hook : hooks) ofType.add(0, transformer(hook));
            transformers.put(type, ofType);
        });
        return transformers;
    }

    private ClassFileTransformer transformer(Hook hook) {
        return newBuilder()
                .disableClassFormatChanges()
                .with(AgentBuilder.RedefinitionStrategy.RETRANSFORMATION)
                .with(AgentBuilder.DescriptionStrategy.Default.POOL_ONLY)
                .with(new Listener(hook))
                .ignore(ElementMatchers.none())
                .type(ElementMatchers.named(hook.typeName()))
                .transform((type, description, loader, module, domain) -> weave(hook, type))
                .makeRaw();
    }

    /**
     * Creates a builder without {@code Nexus}. ByteBuddy would load this class into the system class loader, where it stays.
     * Hooks do not need it, because they add no members to a class.
     */
    private static AgentBuilder newBuilder() {
        String before = System.setProperty(Nexus.PROPERTY, "true");
        try {
            return new AgentBuilder.Default(new ByteBuddy().with(TypeValidation.DISABLED));
        } finally {
            if (before == null) System.clearProperty(Nexus.PROPERTY);
            else System.setProperty(Nexus.PROPERTY, before);
        }
    }

    private static DynamicType.Builder<?> weave(Hook hook, DynamicType.Builder<?> type) {
        DynamicType.Builder<?> woven = type;
        for (Weave weave : hook.weaves()) if (weave.changesCode()) woven = woven.visit(visitor(hook, weave));
        return woven;
    }

    private static AsmVisitorWrapper visitor(Hook hook, Weave weave) {
        if (weave instanceof CallWeave) return new CallSubstitution((CallWeave) weave, hook.name());
        if (weave instanceof ResultWeave) return new ResultSubstitution((ResultWeave) weave, hook.name());
        AdviceWeave advice = (AdviceWeave) weave;
        // Reads advice classes as bytes, by name: they are never loaded.
        ClassFileLocator agentClasses = ClassFileLocator.ForClassLoader.of(HookInstaller.class.getClassLoader());
        TypeDescription adviceType =
                TypePool.Default.of(agentClasses).describe(advice.adviceName()).resolve();
        return Advice.to(adviceType, agentClasses)
                .withExceptionHandler(countFailure())
                .on(method(advice));
    }

    /** Returns the handler in woven code for an exception that an advice suppresses. */
    private static Advice.ExceptionHandler countFailure() {
        try {
            StackManipulation call = MethodInvocation.invoke(
                    new MethodDescription.ForLoadedMethod(ProbeDispatch.class.getMethod("failed", Throwable.class)));
            return new Advice.ExceptionHandler.Simple(call);
        } catch (NoSuchMethodException e) {
            throw new IllegalStateException(e);
        }
    }

    private static ElementMatcher.Junction<MethodDescription> method(AdviceWeave advice) {
        ElementMatcher.Junction<MethodDescription> methods = ElementMatchers.none();
        for (String signature : advice.signatures()) {
            int nameLength = signature.indexOf('(');
            methods = methods.or(ElementMatchers.<MethodDescription>named(signature.substring(0, nameLength))
                    .and(ElementMatchers.hasDescriptor(signature.substring(nameLength))));
        }
        return methods;
    }

    private void record(String type, State state, String reason) {
        for (Hook hook : Objects.requireNonNull(byType.get(type), type)) record(hook, state, reason);
    }

    private void record(Hook hook, State state, String reason) {
        recorder.set(new HookStatus(hook.name(), state, reason));
    }

    private static String simpleName(Hook hook) {
        return hook.typeName().substring(hook.typeName().lastIndexOf('.') + 1);
    }

    private static byte[] readFully(InputStream in) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(1 << 16);
        byte[] buffer = new byte[1 << 13];
        for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) bytes.write(buffer, 0, n);
        return bytes.toByteArray();
    }

    private final class Listener extends AgentBuilder.Listener.Adapter {
        private final Hook hook;

        Listener(Hook hook) {
            this.hook = hook;
        }

        @Override
        public void onTransformation(
                TypeDescription type,
                @Nullable ClassLoader loader,
                @Nullable JavaModule module,
                boolean loaded,
                DynamicType woven) {
            record(hook, State.APPLIED, "");
        }

        @Override
        public void onError(
                String type,
                @Nullable ClassLoader loader,
                @Nullable JavaModule module,
                boolean loaded,
                Throwable failure) {
            // ByteBuddy leaves the class as it was. The warning goes to stderr, because the class being loaded can
            // belong to Cassandra's logging.
            record(hook, State.FAILED, String.valueOf(failure));
            System.err.println("foreread: could not weave the hook " + hook.name() + " into " + type + ": " + failure);
        }
    }
}
