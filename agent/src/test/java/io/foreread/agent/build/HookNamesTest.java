package io.foreread.agent.build;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaMethodCall;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import io.foreread.agent.hook.AdviceWeave;
import io.foreread.agent.hook.Hook;
import io.foreread.agent.hook.HookCatalog;
import io.foreread.agent.probe.AttachedProbes;
import io.foreread.agent.probe.HookNames;
import io.foreread.agent.probe.HookSwitch;
import io.foreread.agent.resident.dispatch.ProbeDispatch;
import io.foreread.agent.resident.dispatch.Probes;
import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Stream;
import net.bytebuddy.jar.asm.ClassReader;
import net.bytebuddy.jar.asm.ClassVisitor;
import net.bytebuddy.jar.asm.MethodVisitor;
import net.bytebuddy.jar.asm.Opcodes;
import org.junit.jupiter.api.Test;

/** Checks that an observing hook and the switch of its probe have the same name. */
class HookNamesTest {
    private static final JavaClasses WOVEN = new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .importPackages(
                    "io.foreread.agent.advice", "io.foreread.agent.probe", "io.foreread.agent.resident.dispatch");

    @Test
    void everyHookWhoseProbeHasASwitchIsInHookNames() throws IllegalAccessException {
        List<String> observing = HookCatalog.hooks().stream()
                .filter(hook -> callsProbe(hook, HookNamesTest::hasSwitch))
                .map(Hook::name)
                .toList();
        assertThat(names()).containsExactlyInAnyOrderElementsOf(observing);
    }

    /**
     * Without a switch, {@code switchHook} would have no effect. The hook of the daemon needs no switch, because it
     * observes only the start.
     */
    @Test
    void everyHookThatCallsAProbeHasASwitch() {
        assertThat(HookCatalog.hooks())
                .filteredOn(hook -> callsProbe(hook, HookNamesTest::isProbe))
                .filteredOn(hook -> !callsProbe(hook, HookNamesTest::hasSwitch))
                .extracting(Hook::name)
                .containsExactly("cassandra-daemon");
    }

    @Test
    void everyHookNameIsASwitchThatAProbeReads() throws IllegalAccessException, IOException {
        List<String> read = new ArrayList<>();
        for (JavaClass probe : WOVEN) if (hasSwitch(probe)) read.addAll(textInInitializer(probe));
        assertThat(read).containsExactlyInAnyOrderElementsOf(names());
    }

    private static List<String> names() throws IllegalAccessException {
        List<String> names = new ArrayList<>();
        for (Field field : HookNames.class.getFields()) names.add((String) field.get(null));
        return names;
    }

    /** Follows the calls of a hook's advice to the dispatcher, to the attachment and to the probes. */
    private static boolean callsProbe(Hook hook, Predicate<JavaClass> probe) {
        return hook.weaves().stream()
                .filter(AdviceWeave.class::isInstance)
                .map(weave -> WOVEN.get(((AdviceWeave) weave).adviceName()))
                .flatMap(advice -> advice.getMethodCallsFromSelf().stream())
                .flatMap(call -> callsOfTarget(call, ProbeDispatch.class, WOVEN.get(ProbeDispatch.class)))
                .flatMap(call -> callsOfTarget(call, Probes.class, WOVEN.get(AttachedProbes.class)))
                .anyMatch(call -> probe.test(call.getTargetOwner()));
    }

    /**
     * Returns the calls of the method that a call leads to.
     *
     * @param owner the type whose method is called; calls of other types are ignored
     * @param implementation the class that has the code of this method
     */
    private static Stream<JavaMethodCall> callsOfTarget(JavaMethodCall call, Class<?> owner, JavaClass implementation) {
        if (!call.getTargetOwner().isEquivalentTo(owner)) return Stream.of();
        String[] parameters = call.getTarget().getRawParameterTypes().stream()
                .map(JavaClass::getName)
                .toArray(String[]::new);
        return implementation.getMethod(call.getName(), parameters).getMethodCallsFromSelf().stream();
    }

    private static boolean isProbe(JavaClass type) {
        return type.getPackageName().equals(HookSwitch.class.getPackageName())
                && !type.isEquivalentTo(HookSwitch.class);
    }

    private static boolean hasSwitch(JavaClass type) {
        return isProbe(type)
                && type.getDirectDependenciesFromSelf().stream()
                        .anyMatch(dependency -> dependency.getTargetClass().isEquivalentTo(HookSwitch.class));
    }

    /**
     * Reads the texts from the class file: the initializer of a probe contains the names of its switches and no other
     * text.
     */
    private static List<String> textInInitializer(JavaClass type) throws IOException {
        List<String> text = new ArrayList<>();
        String file = "/" + type.getName().replace('.', '/') + ".class";
        try (InputStream in = HookNamesTest.class.getResourceAsStream(file)) {
            new ClassReader(in).accept(new InitializerText(text), ClassReader.SKIP_DEBUG);
        }
        return text;
    }

    private static final class InitializerText extends ClassVisitor {
        private final List<String> text;

        InitializerText(List<String> text) {
            super(Opcodes.ASM9);
            this.text = text;
        }

        @Override
        public MethodVisitor visitMethod(
                int access, String name, String descriptor, String signature, String[] thrown) {
            if (!name.equals("<clinit>")) return null;
            return new MethodVisitor(Opcodes.ASM9) {
                @Override
                public void visitLdcInsn(Object value) {
                    if (value instanceof String constant) text.add(constant);
                }
            };
        }
    }
}
