package io.foreread.agent.install;

import io.foreread.agent.hook.AdviceWeave;
import io.foreread.agent.hook.CallWeave;
import io.foreread.agent.hook.Hook;
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
import java.security.ProtectionDomain;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Predicate;
import net.bytebuddy.ByteBuddy;
import net.bytebuddy.agent.builder.AgentBuilder;
import net.bytebuddy.asm.Advice;
import net.bytebuddy.asm.AsmVisitorWrapper;
import net.bytebuddy.description.method.MethodDescription;
import net.bytebuddy.description.type.TypeDescription;
import net.bytebuddy.dynamic.ClassFileLocator;
import net.bytebuddy.dynamic.DynamicType;
import net.bytebuddy.dynamic.scaffold.TypeValidation;
import net.bytebuddy.implementation.bytecode.StackManipulation;
import net.bytebuddy.implementation.bytecode.member.MethodInvocation;
import net.bytebuddy.matcher.ElementMatcher;
import net.bytebuddy.matcher.ElementMatchers;
import net.bytebuddy.pool.TypePool;
import net.bytebuddy.utility.JavaModule;
import org.jspecify.annotations.Nullable;

/** Weaves the hooks whose landmarks exist into Cassandra's classes when they are loaded. */
public final class HookInstaller {
    private final ClassLoader cassandra;
    private final HookRecorder recorder;

    /** @param cassandra the class loader that will load Cassandra */
    public HookInstaller(ClassLoader cassandra, HookRecorder recorder) {
        this.cassandra = cassandra;
        this.recorder = recorder;
    }

    /**
     * Checks every hook, registers one transformer for the hooks that fit, and records the status of each hook. If the
     * configuration disables a hook, its switch is turned off before anything is woven, because code of other hooks
     * reads the switch too.
     *
     * @param switchedOn whether the configuration enables a hook, by name
     */
    public void install(List<Hook> hooks, Predicate<String> switchedOn, Instrumentation instrumentation)
            throws IOException {
        Map<String, List<Hook>> byType = new HashMap<>();
        for (Hook hook : hooks) if (!switchedOn.test(hook.name())) HookSwitch.of(hook.name()).on = false;
        for (Hook hook : hooks) {
            String reason = switchedOn.test(hook.name()) ? missing(hook) : "switched off by configuration";
            if (reason == null) {
                byType.computeIfAbsent(hook.typeName(), type -> new ArrayList<>())
                        .add(hook);
                record(hook, State.WAITING, "until Cassandra uses " + simpleName(hook));
            } else {
                record(hook, State.SKIPPED, reason);
            }
        }
        if (byType.isEmpty()) return;
        ClassFileTransformer transformer = transformer(byType);
        instrumentation.addTransformer(new ByName(byType, transformer), true);
        retransformLoaded(byType, instrumentation);
    }

    private @Nullable String missing(Hook hook) throws IOException {
        String resource = hook.typeName().replace('.', '/') + ".class";
        try (InputStream in = cassandra.getResourceAsStream(resource)) {
            if (in == null) return "no class " + simpleName(hook) + " here (this hook is for " + hook.lines() + ")";
            String missing = Landmark.missing(hook, readFully(in));
            return missing == null
                    ? null
                    : simpleName(hook) + " " + missing + " (this hook is for " + hook.lines() + ")";
        }
    }

    private ClassFileTransformer transformer(Map<String, List<Hook>> byType) {
        AgentBuilder builder = new AgentBuilder.Default(new ByteBuddy().with(TypeValidation.DISABLED))
                .disableClassFormatChanges()
                .with(AgentBuilder.RedefinitionStrategy.RETRANSFORMATION)
                .with(AgentBuilder.DescriptionStrategy.Default.POOL_ONLY)
                .with(new Listener(byType))
                .ignore(ElementMatchers.none());
        for (Map.Entry<String, List<Hook>> hooks : byType.entrySet())
            builder = builder.type(ElementMatchers.named(hooks.getKey()))
                    .transform((type, description, loader, module, domain) -> weave(hooks.getValue(), type));
        return builder.makeRaw();
    }

    private static DynamicType.Builder<?> weave(List<Hook> hooks, DynamicType.Builder<?> type) {
        DynamicType.Builder<?> woven = type;
        for (Hook hook : hooks) for (Weave weave : hook.weaves()) woven = woven.visit(visitor(hook, weave));
        return woven;
    }

    private static AsmVisitorWrapper visitor(Hook hook, Weave weave) {
        if (weave instanceof CallWeave) return new CallSubstitution((CallWeave) weave, hook.name());
        AdviceWeave advice = (AdviceWeave) weave;
        // Reads advice classes as bytes, by name: they are never loaded.
        ClassFileLocator ours = ClassFileLocator.ForClassLoader.of(HookInstaller.class.getClassLoader());
        TypeDescription adviceType =
                TypePool.Default.of(ours).describe(advice.adviceName()).resolve();
        return Advice.to(adviceType, ours).withExceptionHandler(countFailure()).on(method(advice));
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
        ElementMatcher.Junction<MethodDescription> descriptors = ElementMatchers.none();
        for (String descriptor : advice.descriptors())
            descriptors = descriptors.or(ElementMatchers.hasDescriptor(descriptor));
        return ElementMatchers.<MethodDescription>named(advice.methodName()).and(descriptors);
    }

    /**
     * Transforms classes that are already loaded, because the agent was attached or because something loaded them
     * before premain.
     */
    private void retransformLoaded(Map<String, List<Hook>> byType, Instrumentation instrumentation) {
        List<Class<?>> loaded = new ArrayList<>();
        for (Class<?> type : instrumentation.getAllLoadedClasses())
            if (type.getClassLoader() == cassandra && byType.containsKey(type.getName())) loaded.add(type);
        for (Class<?> type : loaded) {
            try {
                instrumentation.retransformClasses(type);
            } catch (Exception | LinkageError e) {
                record(byType, type.getName(), State.FAILED, String.valueOf(e));
            }
        }
    }

    private void record(Map<String, List<Hook>> byType, String type, State state, String reason) {
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

    /**
     * Calls ByteBuddy only for classes with hooks. The JVM calls this transformer for every class, on the thread that loads
     * the class, including the restricted threads of user-defined functions.
     */
    private static final class ByName implements ClassFileTransformer {
        private final Map<String, ClassFileTransformer> byInternalName = new HashMap<>();

        ByName(Map<String, List<Hook>> byType, ClassFileTransformer transformer) {
            for (String type : byType.keySet()) byInternalName.put(type.replace('.', '/'), transformer);
        }

        @Override
        public byte @Nullable [] transform(
                @Nullable ClassLoader loader,
                @Nullable String name,
                @Nullable Class<?> redefined,
                @Nullable ProtectionDomain domain,
                byte[] classFile)
                throws java.lang.instrument.IllegalClassFormatException {
            ClassFileTransformer transformer = name == null ? null : byInternalName.get(name);
            return transformer == null ? null : transformer.transform(loader, name, redefined, domain, classFile);
        }
    }

    private final class Listener extends AgentBuilder.Listener.Adapter {
        private final Map<String, List<Hook>> byType;

        Listener(Map<String, List<Hook>> byType) {
            this.byType = byType;
        }

        @Override
        public void onTransformation(
                TypeDescription type,
                @Nullable ClassLoader loader,
                @Nullable JavaModule module,
                boolean loaded,
                DynamicType woven) {
            record(byType, type.getName(), State.APPLIED, "");
        }

        @Override
        public void onError(
                String type,
                @Nullable ClassLoader loader,
                @Nullable JavaModule module,
                boolean loaded,
                Throwable failure) {
            // ByteBuddy does not change the class. The warning goes to stderr, because the class being loaded can
            // belong to Cassandra's logging.
            record(byType, type, State.FAILED, String.valueOf(failure));
            System.err.println("foreread: could not weave " + type + ", which is unchanged: " + failure);
        }
    }
}
