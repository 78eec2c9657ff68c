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
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CallLandmarkTest {
    private static String missing(Hook hook) throws IOException {
        String file = "/" + hook.typeName().replace('.', '/') + ".class";
        try (InputStream in = CallLandmarkTest.class.getResourceAsStream(file)) {
            return Landmark.missing(hook, in.readAllBytes(), type -> null);
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
                "org/apache/cassandra/io/sstable/format/SSTableReader",
                "openDataReader",
                "(J)Lorg/apache/cassandra/io/util/RandomAccessReader;",
                false);
        assertThat(Landmark.missing(
                        CallHook.openingData("unknown", Twice.class, 1, 1), written.toByteArray(), type -> null))
                .isEqualTo("calls openDataReader(J)Lorg/apache/cassandra/io/util/RandomAccessReader;, for which there"
                        + " is no replacement");
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
