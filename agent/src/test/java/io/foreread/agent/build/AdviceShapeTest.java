package io.foreread.agent.build;

import static org.assertj.core.api.Assertions.assertThat;

import io.foreread.agent.hook.AdviceWeave;
import io.foreread.agent.hook.CallWeave;
import io.foreread.agent.hook.Hook;
import io.foreread.agent.hook.HookCatalog;
import io.foreread.agent.hook.ResultWeave;
import io.foreread.agent.hook.Weave;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import net.bytebuddy.jar.asm.AnnotationVisitor;
import net.bytebuddy.jar.asm.ClassReader;
import net.bytebuddy.jar.asm.ClassVisitor;
import net.bytebuddy.jar.asm.FieldVisitor;
import net.bytebuddy.jar.asm.Handle;
import net.bytebuddy.jar.asm.MethodVisitor;
import net.bytebuddy.jar.asm.Opcodes;
import net.bytebuddy.jar.asm.Type;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Checks that advice contains only code that can be copied into a Java 8 method of Cassandra. */
class AdviceShapeTest {
    private static final Path ADVICE = Path.of("target/classes/io/foreread/agent/advice");
    private static final String FOREREAD = "io/foreread/";
    private static final String DISPATCH = "io/foreread/agent/resident/dispatch/";
    private static final String PROBES = DISPATCH + "ProbeDispatch";
    private static final String SCANS = DISPATCH + "ScanDispatch";
    private static final String WRITERS = DISPATCH + "WriterDispatch";
    private static final String COMPACTIONS = DISPATCH + "CompactionDispatch";

    static Stream<Path> adviceClasses() throws IOException {
        try (Stream<Path> files = Files.list(ADVICE)) {
            return files.filter(file -> !file.endsWith("package-info.class")).toList().stream();
        }
    }

    @ParameterizedTest
    @MethodSource("adviceClasses")
    void adviceIsStaticHasNoFieldsOrLambdasAndCallsOnlyTheDispatchers(Path file) throws IOException {
        List<String> faults = new ArrayList<>();
        try (InputStream in = Files.newInputStream(file)) {
            new ClassReader(in).accept(new Faults(faults), ClassReader.SKIP_DEBUG);
        }
        assertThat(faults).isEmpty();
    }

    /** {@code PackageFlowTest} checks which packages an advice refers to. */
    @Test
    void replacedCallsUseScanDispatchAndNoOtherTypeOfForeread() {
        List<CallWeave> calls = HookCatalog.hooks().stream()
                .flatMap(hook -> hook.weaves().stream())
                .filter(CallWeave.class::isInstance)
                .map(CallWeave.class::cast)
                .toList();
        assertThat(calls).isNotEmpty().allSatisfy(call -> {
            assertThat(call.replacementOwner()).isEqualTo(SCANS);
            assertThat(call.descriptors())
                    .noneMatch(type -> call.replacementDescriptor(type).contains(FOREREAD));
        });
    }

    @Test
    void replacedResultsUseCompactionDispatchAndNoOtherTypeOfForeread() {
        List<ResultWeave> results = HookCatalog.hooks().stream()
                .flatMap(hook -> hook.weaves().stream())
                .filter(ResultWeave.class::isInstance)
                .map(ResultWeave.class::cast)
                .toList();
        assertThat(results).isNotEmpty().allSatisfy(result -> {
            assertThat(result.replacementOwner()).isEqualTo(COMPACTIONS);
            assertThat(result.replacementDescriptor()).doesNotContain(FOREREAD);
        });
    }

    @Test
    void everyAdviceHasAHookAndEveryHookHasItsAdvice() throws IOException {
        Set<String> used = new TreeSet<>();
        for (Hook hook : HookCatalog.hooks())
            for (Weave weave : hook.weaves())
                if (weave instanceof AdviceWeave advice)
                    used.add(advice.adviceName().replaceFirst(".*\\.", "") + ".class");
        Set<String> present = new TreeSet<>();
        try (Stream<Path> files = adviceClasses()) {
            files.forEach(file -> present.add(file.getFileName().toString()));
        }
        assertThat(used).isEqualTo(present);
    }

    @Test
    void hookNamesAreUniqueAndKebabCase() {
        Set<String> names = new TreeSet<>();
        for (Hook hook : HookCatalog.hooks()) {
            assertThat(hook.name()).matches("[a-z]+(-[a-z]+)*");
            assertThat(names.add(hook.name())).as(hook.name()).isTrue();
        }
    }

    @Test
    void everyHookFileIsListedInTheCatalog() throws IOException {
        try (Stream<Path> files = Files.list(Path.of("src/main/java/io/foreread/agent/hook"))) {
            assertThat(files.map(file -> file.getFileName().toString())
                            .filter(name -> name.endsWith("Hook.java") && !name.equals("Hook.java"))
                            .map(name -> name.replace(".java", "")))
                    .containsExactlyInAnyOrderElementsOf(HookCatalog.hooks().stream()
                            .map(hook -> hook.getClass().getSimpleName())
                            .toList());
        }
    }

    private static final class Faults extends ClassVisitor {
        private final List<String> faults;

        Faults(List<String> faults) {
            super(Opcodes.ASM9);
            this.faults = faults;
        }

        @Override
        public void visit(int version, int access, String name, String signature, String parent, String[] interfaces) {
            if ((version & 0xffff) > Opcodes.V1_8) faults.add("class file version " + version);
        }

        @Override
        public FieldVisitor visitField(int access, String name, String descriptor, String signature, Object value) {
            faults.add("field " + name);
            return null;
        }

        @Override
        public MethodVisitor visitMethod(
                int access, String name, String descriptor, String signature, String[] thrown) {
            if (name.equals("<init>")) return null;
            if ((access & Opcodes.ACC_STATIC) == 0) faults.add(name + " is not static");
            if ((access & Opcodes.ACC_PUBLIC) == 0) faults.add(name + " is not public");
            return new MethodVisitor(Opcodes.ASM9) {
                private boolean suppresses;
                private boolean onDataPath;

                @Override
                public AnnotationVisitor visitAnnotation(String type, boolean visible) {
                    return new AnnotationVisitor(Opcodes.ASM9) {
                        @Override
                        public void visit(String element, Object value) {
                            if (element.equals("suppress")) suppresses = value.equals(Type.getType(Throwable.class));
                        }
                    };
                }

                @Override
                public void visitInvokeDynamicInsn(String called, String type, Handle bootstrap, Object... arguments) {
                    faults.add(name + " uses invokedynamic for " + called);
                }

                @Override
                public void visitMethodInsn(int opcode, String owner, String called, String type, boolean isInterface) {
                    if (!owner.startsWith(FOREREAD)) return;
                    boolean ofData = List.of(SCANS, WRITERS, COMPACTIONS).contains(owner);
                    if (!owner.equals(PROBES) && !ofData)
                        faults.add(name + " calls " + owner + "." + called + ", which is no dispatcher");
                    if (type.contains(FOREREAD)) faults.add(name + " uses a type of the agent in " + called + type);
                    onDataPath |= ofData;
                }

                /** Exceptions of a probe must not reach Cassandra, and exceptions of the data path must reach Cassandra. */
                @Override
                public void visitEnd() {
                    if (!onDataPath && !suppresses) faults.add(name + " observes and does not suppress Throwable");
                    if (onDataPath && suppresses) faults.add(name + " suppresses exceptions of the data path");
                }
            };
        }
    }
}
