package io.foreread.agent.install;

import static org.assertj.core.api.Assertions.assertThat;

import io.foreread.agent.hook.CallHook;
import io.foreread.agent.hook.Hook;
import io.foreread.agent.hook.TestHook;
import java.io.IOException;
import java.io.InputStream;
import net.bytebuddy.jar.asm.ClassWriter;
import net.bytebuddy.jar.asm.MethodVisitor;
import net.bytebuddy.jar.asm.Opcodes;
import org.apache.cassandra.db.DataRange;
import org.apache.cassandra.io.sstable.format.SSTableReader;
import org.apache.cassandra.io.util.RandomAccessReader;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CallLandmarkTest {
    private static final String SSTABLE = "org/apache/cassandra/io/sstable/format/SSTableReader";
    private static final String OPENED = "()Lorg/apache/cassandra/io/util/RandomAccessReader;";

    private static String missing(Hook hook) throws IOException {
        return missing(hook, CallLandmarkTest::classFile);
    }

    private static String missing(Hook hook, Landmark.ClassFiles others) throws IOException {
        return Landmark.missing(hook, classFile(hook.typeName()), others);
    }

    private static byte[] classFile(String typeName) throws IOException {
        String file = "/" + typeName.replace('.', '/') + ".class";
        try (InputStream in = CallLandmarkTest.class.getResourceAsStream(file)) {
            return in.readAllBytes();
        }
    }

    @ParameterizedTest
    @CsvSource(
            nullValues = "present",
            value = {
                "1, 1, 'calls openDataReader 2 times, expected 1'",
                "1, 2, present",
                "2, 2, present",
                "2, 3, present",
                "3, 3, 'calls openDataReader 2 times, expected 3'",
                "3, 5, 'calls openDataReader 2 times, expected 3 to 5'"
            })
    void aClassMustMakeTheCallAsOftenAsExpected(int min, int max, String missing) throws IOException {
        assertThat(missing(CallHook.openingData("calls", Twice.class, min, max)))
                .isEqualTo(missing);
    }

    @Test
    void aClassThatDoesNotMakeTheCallDoesNotFit() throws IOException {
        assertThat(missing(CallHook.wrappingIndex("none", Twice.class))).isEqualTo("does not call openIndexReader");
    }

    @Test
    void theMethodOfACallMustHaveTheArgumentThatIsPassed() throws IOException {
        assertThat(missing(CallHook.openingData("argument", WithoutRange.class, 1, 2)))
                .isEqualTo("calls openDataReader in a method without argument Lorg/apache/cassandra/db/DataRange;");
    }

    @Test
    void aCallWithAnUnknownDescriptorDoesNotFit() throws IOException {
        ClassWriter written = new ClassWriter(0);
        written.visit(Opcodes.V1_8, 0, "Written", null, "java/lang/Object", null);
        MethodVisitor method = written.visitMethod(0, "open", "(Lorg/apache/cassandra/db/DataRange;)V", null, null);
        method.visitMethodInsn(
                Opcodes.INVOKEVIRTUAL,
                SSTABLE,
                "openDataReader",
                "(J)Lorg/apache/cassandra/io/util/RandomAccessReader;",
                false);
        assertThat(Landmark.missing(
                        CallHook.openingData("unknown", Twice.class, 1, 1), written.toByteArray(), type -> null))
                .isEqualTo("calls openDataReader(J)Lorg/apache/cassandra/io/util/RandomAccessReader;, for which there"
                        + " is no replacement");
    }

    @Test
    void aReplacementMustBeAbleToCallTheMethod() throws IOException {
        Hook hook = CallHook.openingData("access", Once.class, 1, 1);
        assertThat(missing(hook, sstable(Opcodes.ACC_PUBLIC, "openDataReader"))).isNull();
        String hidden = "calls openDataReader" + OPENED + ", which is not a public method of " + SSTABLE;
        assertThat(missing(hook, sstable(0, "openDataReader"))).isEqualTo(hidden);
        assertThat(missing(hook, sstable(Opcodes.ACC_PROTECTED, "openDataReader")))
                .isEqualTo(hidden);
        assertThat(missing(hook, sstable(Opcodes.ACC_PUBLIC, "renamed"))).isEqualTo(hidden);
        assertThat(missing(hook, type -> null)).isEqualTo(hidden);
    }

    @Test
    void theMethodOfAReplacedCallCanBeInherited() throws IOException {
        Landmark.ClassFiles others = type -> type.endsWith("SSTableReader")
                ? written(SSTABLE, "Parent", 0, "other")
                : type.equals("Parent") ? written("Parent", null, Opcodes.ACC_PUBLIC, "openDataReader") : null;
        assertThat(missing(CallHook.openingData("inherited", Once.class, 1, 1), others))
                .isNull();
    }

    private static Landmark.ClassFiles sstable(int access, String method) {
        return type -> written(SSTABLE, null, access, method);
    }

    private static byte[] written(String type, @Nullable String parent, int access, String method) {
        ClassWriter written = new ClassWriter(0);
        written.visit(Opcodes.V1_8, Opcodes.ACC_PUBLIC, type, null, parent, null);
        written.visitMethod(access | Opcodes.ACC_ABSTRACT, method, OPENED, null, null);
        return written.toByteArray();
    }

    @Test
    void anAbstractMethodCannotBeWoven() throws IOException {
        assertThat(missing(new TestHook("concrete", Half.class, "concrete", "()V", "ThrowingAdvice")))
                .isNull();
        assertThat(missing(new TestHook("abstract", Half.class, "open", "()V", "ThrowingAdvice")))
                .isEqualTo("no method open()V");
    }

    abstract static class Half {
        void concrete() {}

        abstract void open();
    }

    static class Once {
        RandomAccessReader open(SSTableReader sstable, DataRange range) {
            return sstable.openDataReader();
        }
    }

    static class Twice {
        RandomAccessReader first(SSTableReader sstable, DataRange range) {
            return sstable.openDataReader();
        }

        RandomAccessReader second(DataRange range, SSTableReader sstable) {
            return sstable.openDataReader(null);
        }
    }

    static class WithoutRange {
        RandomAccessReader first(SSTableReader sstable, DataRange range) {
            return sstable.openDataReader();
        }

        RandomAccessReader second(SSTableReader sstable) {
            return sstable.openDataReader();
        }
    }
}
