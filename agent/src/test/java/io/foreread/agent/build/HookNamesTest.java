package io.foreread.agent.build;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import io.foreread.agent.hook.AdviceWeave;
import io.foreread.agent.hook.Hook;
import io.foreread.agent.hook.HookCatalog;
import io.foreread.agent.probe.HookNames;
import io.foreread.agent.probe.HookSwitch;
import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import net.bytebuddy.jar.asm.ClassReader;
import net.bytebuddy.jar.asm.ClassVisitor;
import net.bytebuddy.jar.asm.MethodVisitor;
import net.bytebuddy.jar.asm.Opcodes;
import org.junit.jupiter.api.Test;

/** Checks that an observing hook and the switch of its probe have the same name. */
class HookNamesTest {
    private static final JavaClasses WOVEN = new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .importPackages("io.foreread.agent.advice", "io.foreread.agent.probe");

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

    private static boolean callsProbe(Hook hook, Predicate<JavaClass> probe) {
        return hook.weaves().stream()
                .filter(AdviceWeave.class::isInstance)
                .map(weave -> WOVEN.get(((AdviceWeave) weave).adviceName()))
                .flatMap(advice -> advice.getDirectDependenciesFromSelf().stream())
                .anyMatch(dependency -> probe.test(dependency.getTargetClass()));
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
