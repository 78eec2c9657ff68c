package io.foreread.agent.install;

import static org.assertj.core.api.Assertions.assertThat;

import io.foreread.agent.hook.Hook;
import io.foreread.agent.hook.InstrumentingCacheHook;
import io.foreread.agent.hook.SSTableRewriterHook;
import java.io.IOException;
import java.io.InputStream;
import java.util.Objects;
import java.util.function.UnaryOperator;
import net.bytebuddy.jar.asm.ClassReader;
import net.bytebuddy.jar.asm.ClassVisitor;
import net.bytebuddy.jar.asm.ClassWriter;
import net.bytebuddy.jar.asm.FieldVisitor;
import net.bytebuddy.jar.asm.Handle;
import net.bytebuddy.jar.asm.MethodVisitor;
import net.bytebuddy.jar.asm.Opcodes;
import org.junit.jupiter.api.Test;

/** Changes class files of Cassandra as an unknown release can have changed them. */
class KeyCacheLandmarkTest {
    private interface Change {
        void before(MethodVisitor code, String called);
    }

    @Test
    void theClassesOfTheReleaseHaveTheLandmarks() throws IOException {
        assertThat(missing(new SSTableRewriterHook(), "append", (code, called) -> {}))
                .isNull();
        assertThat(missing(new InstrumentingCacheHook(), "put", (code, called) -> {}))
                .isNull();
    }

    @Test
    void inputsThatAreUsedForSomethingElseAreNotReplaced() throws IOException {
        assertThat(missing(new SSTableRewriterHook(), "append", (code, called) -> {
                    if (called.equals("getCachedPosition"))
                        code.visitMethodInsn(
                                Opcodes.INVOKESTATIC, "unknown/Release", "alsoUsesTheInputs", "()V", false);
                }))
                .contains("in an unknown way", "alsoUsesTheInputs");
    }

    @Test
    void inputsThatAreReadTwiceAreNotReplaced() throws IOException {
        assertThat(missing(new SSTableRewriterHook(), "append", (code, called) -> {
                    if (called.equals("getCachedPosition"))
                        code.visitMethodInsn(
                                Opcodes.INVOKEINTERFACE,
                                "org/apache/cassandra/db/lifecycle/ILifecycleTransaction",
                                "originals",
                                "()Ljava/util/Set;",
                                true);
                }))
                .contains("in an unknown way");
    }

    /** Another partition could find the replaced inputs there. */
    @Test
    void inputsOfAMethodThatAssignsAFieldAreNotReplaced() throws IOException {
        assertThat(missing(new SSTableRewriterHook(), "append", (code, called) -> {
                    if (called.equals("getCachedPosition"))
                        code.visitFieldInsn(Opcodes.PUTSTATIC, "unknown/Release", "inputs", "Ljava/util/Set;");
                }))
                .isEqualTo("assigns a field where it looks up keys in the key cache");
    }

    @Test
    void aClassWithoutTheLookupIsNotChanged() throws IOException {
        byte[] other = bytes("org.apache.cassandra.cache.InstrumentingCache");
        assertThat(Landmark.missing(new SSTableRewriterHook(), other, type -> null))
                .contains("has no method append");
    }

    @Test
    void aCacheWithAnUnknownWayToInsertIsNotObserved() throws IOException {
        assertThat(missing(new InstrumentingCacheHook(), "get", (code, called) -> {
                    if (called.equals("get"))
                        code.visitMethodInsn(
                                Opcodes.INVOKEINTERFACE, "org/apache/cassandra/cache/ICache", "load", "()V", true);
                }))
                .isEqualTo("calls load()V, which is not known");
    }

    @Test
    void aCacheWithAnotherMethodIsNotObserved() throws IOException {
        assertThat(missing(new InstrumentingCacheHook(), next -> new ClassVisitor(Opcodes.ASM9, next) {
                    @Override
                    public void visitEnd() {
                        visitMethod(Opcodes.ACC_PUBLIC, "computeIfAbsent", "()V", null, null);
                    }
                }))
                .isEqualTo("has a method computeIfAbsent, which is not known");
    }

    @Test
    void aCacheWithAnotherFieldIsNotObserved() throws IOException {
        assertThat(missing(new InstrumentingCacheHook(), next -> new ClassVisitor(Opcodes.ASM9, next) {
                    @Override
                    public void visitEnd() {
                        visitField(Opcodes.ACC_PRIVATE, "second", "Ljava/util/Map;", null, null);
                    }
                }))
                .isEqualTo("has a field of type Ljava/util/Map;, which is not known");
    }

    /** Insertions into another type of field would be calls of another type as well. */
    @Test
    void aCacheWithoutTheKnownFieldIsNotObserved() throws IOException {
        assertThat(missing(new InstrumentingCacheHook(), next -> new ClassVisitor(Opcodes.ASM9, next) {
                    @Override
                    public FieldVisitor visitField(
                            int access, String name, String descriptor, String signature, Object value) {
                        if (name.equals("map")) return null;
                        return super.visitField(access, name, descriptor, signature, value);
                    }
                }))
                .isEqualTo("has 0 fields of type Lorg/apache/cassandra/cache/ICache;, expected 1");
    }

    @Test
    void aCacheWithAnotherSuperclassIsNotObserved() throws IOException {
        assertThat(missing(new InstrumentingCacheHook(), next -> new ClassVisitor(Opcodes.ASM9, next) {
                    @Override
                    public void visit(
                            int version, int access, String name, String signature, String parent, String[] types) {
                        super.visit(version, access, name, signature, "unknown/Cache", types);
                    }
                }))
                .isEqualTo("extends unknown/Cache, which is not known");
    }

    @Test
    void aCacheThatInsertsInAnotherMethodIsNotObserved() throws IOException {
        assertThat(missing(new InstrumentingCacheHook(), "get", (code, called) -> {
                    if (called.equals("get")) insert(code);
                }))
                .startsWith("calls put(Ljava/lang/Object;Ljava/lang/Object;)V in method get(");
    }

    @Test
    void aCacheThatInsertsTwiceOrNotAtAllIsNotObserved() throws IOException {
        assertThat(missing(new InstrumentingCacheHook(), "put", (code, called) -> insert(code)))
                .isEqualTo("calls put 2 times, expected 1");
        assertThat(missing(new InstrumentingCacheHook(), next -> new ClassVisitor(Opcodes.ASM9, next) {
                    @Override
                    public MethodVisitor visitMethod(
                            int access, String name, String descriptor, String signature, String[] thrown) {
                        MethodVisitor method = super.visitMethod(access, name, descriptor, signature, thrown);
                        // Without code
                        return name.equals("putIfAbsent") ? null : method;
                    }
                }))
                .isEqualTo("calls putIfAbsent 0 times, expected 1");
    }

    @Test
    void aCacheWithALambdaIsNotObserved() throws IOException {
        assertThat(missing(new InstrumentingCacheHook(), "get", (code, called) -> lambda(code)))
                .isEqualTo("makes a dynamic call in method get");
    }

    @Test
    void inputsOfAMethodWithALambdaAreNotReplaced() throws IOException {
        assertThat(missing(new SSTableRewriterHook(), "append", (code, called) -> {
                    if (called.equals("getCachedPosition")) lambda(code);
                }))
                .isEqualTo("looks up keys in the key cache in an unknown way, by a dynamic call");
    }

    @Test
    void inputsThatAreReadByAnotherTypeAreNotReplaced() throws IOException {
        assertThat(missing(new SSTableRewriterHook(), next -> new ClassVisitor(Opcodes.ASM9, next) {
                    @Override
                    public MethodVisitor visitMethod(
                            int access, String name, String descriptor, String signature, String[] thrown) {
                        MethodVisitor method = super.visitMethod(access, name, descriptor, signature, thrown);
                        if (!name.equals("append")) return method;
                        return new MethodVisitor(Opcodes.ASM9, method) {
                            @Override
                            public void visitMethodInsn(
                                    int opcode, String owner, String called, String type, boolean isInterface) {
                                String other = called.equals("iterator") ? "unknown/Sstables" : owner;
                                super.visitMethodInsn(opcode, other, called, type, isInterface);
                            }
                        };
                    }
                }))
                .contains("in an unknown way", "unknown/Sstables.iterator");
    }

    private static void insert(MethodVisitor code) {
        code.visitMethodInsn(
                Opcodes.INVOKEINTERFACE,
                "org/apache/cassandra/cache/ICache",
                "put",
                "(Ljava/lang/Object;Ljava/lang/Object;)V",
                true);
    }

    private static void lambda(MethodVisitor code) {
        Handle factory =
                new Handle(Opcodes.H_INVOKESTATIC, "java/lang/invoke/LambdaMetafactory", "metafactory", "()V", false);
        code.visitInvokeDynamicInsn("run", "()Ljava/lang/Runnable;", factory);
    }

    private static String missing(Hook hook, String methodName, Change change) throws IOException {
        return missing(hook, next -> new ClassVisitor(Opcodes.ASM9, next) {
            @Override
            public MethodVisitor visitMethod(
                    int access, String name, String descriptor, String signature, String[] thrown) {
                MethodVisitor method = super.visitMethod(access, name, descriptor, signature, thrown);
                if (!name.equals(methodName)) return method;
                return new MethodVisitor(Opcodes.ASM9, method) {
                    @Override
                    public void visitMethodInsn(
                            int opcode, String owner, String called, String type, boolean isInterface) {
                        change.before(mv, called);
                        super.visitMethodInsn(opcode, owner, called, type, isInterface);
                    }
                };
            }
        });
    }

    private static String missing(Hook hook, UnaryOperator<ClassVisitor> change) throws IOException {
        ClassWriter written = new ClassWriter(0);
        new ClassReader(bytes(hook.typeName())).accept(change.apply(written), 0);
        return Landmark.missing(hook, written.toByteArray(), type -> null);
    }

    private static byte[] bytes(String className) throws IOException {
        try (InputStream in =
                KeyCacheLandmarkTest.class.getResourceAsStream("/" + className.replace('.', '/') + ".class")) {
            return Objects.requireNonNull(in, className).readAllBytes();
        }
    }
}
