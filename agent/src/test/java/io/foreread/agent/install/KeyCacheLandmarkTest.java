package io.foreread.agent.install;

import static org.assertj.core.api.Assertions.assertThat;

import io.foreread.agent.hook.Hook;
import io.foreread.agent.hook.InstrumentingCacheHook;
import io.foreread.agent.hook.SSTableRewriterHook;
import java.io.IOException;
import java.io.InputStream;
import java.util.Objects;
import net.bytebuddy.jar.asm.ClassReader;
import net.bytebuddy.jar.asm.ClassVisitor;
import net.bytebuddy.jar.asm.ClassWriter;
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

    @Test
    void aClassWithoutTheLookupIsNotChanged() throws IOException {
        assertThat(Landmark.missing(new SSTableRewriterHook(), bytes("org.apache.cassandra.cache.InstrumentingCache")))
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

    private static String missing(Hook hook, String methodName, Change change) throws IOException {
        ClassWriter written = new ClassWriter(0);
        new ClassReader(bytes(hook.typeName()))
                .accept(
                        new ClassVisitor(Opcodes.ASM9, written) {
                            @Override
                            public MethodVisitor visitMethod(
                                    int access, String name, String descriptor, String signature, String[] thrown) {
                                MethodVisitor next = super.visitMethod(access, name, descriptor, signature, thrown);
                                if (!name.equals(methodName)) return next;
                                return new MethodVisitor(Opcodes.ASM9, next) {
                                    @Override
                                    public void visitMethodInsn(
                                            int opcode, String owner, String called, String type, boolean isInterface) {
                                        change.before(mv, called);
                                        super.visitMethodInsn(opcode, owner, called, type, isInterface);
                                    }
                                };
                            }
                        },
                        0);
        return Landmark.missing(hook, written.toByteArray());
    }

    private static byte[] bytes(String className) throws IOException {
        try (InputStream in = KeyCacheLandmarkTest.class.getResourceAsStream("/" + className.replace('.', '/') + ".class")) {
            return Objects.requireNonNull(in, className).readAllBytes();
        }
    }
}
