package io.foreread.agent.install;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.common.util.concurrent.RateLimiter;
import io.foreread.agent.compaction.AttachedCompactionInputs;
import io.foreread.agent.hook.CallHook;
import io.foreread.agent.hook.Hook;
import io.foreread.agent.probe.AttachedProbes;
import io.foreread.agent.resident.dispatch.Dispatch;
import io.foreread.agent.resident.dispatch.Scans;
import io.foreread.agent.writer.AttachedWriters;
import io.foreread.exporter.recorder.HookRecorder;
import io.foreread.exporter.recorder.HookStatus;
import java.io.IOException;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import net.bytebuddy.agent.ByteBuddyAgent;
import net.bytebuddy.jar.asm.ClassReader;
import net.bytebuddy.jar.asm.ClassVisitor;
import net.bytebuddy.jar.asm.MethodVisitor;
import net.bytebuddy.jar.asm.Opcodes;
import org.apache.cassandra.db.DataRange;
import org.apache.cassandra.io.sstable.format.SSTableReader;
import org.apache.cassandra.io.util.RandomAccessReader;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Redirects calls in classes of this test. */
class CallSubstitutionTest {
    private final HookRecorder recorder = new HookRecorder();
    private final HookInstaller installer = new HookInstaller(getClass().getClassLoader(), recorder);
    private final DataRange range = new DataRange(null, null);
    private final RateLimiter limiter = RateLimiter.create(1);

    private static final class Opened extends RuntimeException {
        private static final long serialVersionUID = 1L;
        private final transient List<Object> arguments;

        Opened(Object[] arguments) {
            this.arguments = Arrays.asList(arguments);
        }
    }

    /** Every call of the dispatcher throws its arguments. */
    @BeforeEach
    void attach() {
        Scans scans = (Scans) Proxy.newProxyInstance(
                getClass().getClassLoader(), new Class<?>[] {Scans.class}, (proxy, method, arguments) -> {
                    throw new Opened(arguments);
                });
        Dispatch.to(scans, new AttachedWriters(), new AttachedCompactionInputs(), new AttachedProbes());
    }

    @AfterEach
    void detach() throws InterruptedException {
        assertThat(installer.uninstall()).isEmpty();
        Dispatch.toNone();
    }

    private HookStatus.State install(Hook hook) throws IOException {
        installer.install(List.of(hook), none -> null, ByteBuddyAgent.install());
        return recorder.statuses().get(0).state();
    }

    private static void assertDispatched(Runnable call, Object... arguments) {
        assertThatThrownBy(call::run).isInstanceOfSatisfying(Opened.class, opened -> assertThat(opened.arguments)
                .containsExactly(arguments));
    }

    @Test
    void theReplacementGetsTheOperandsTheArgumentOfTheMethodAndTheNameOfTheHook() throws IOException {
        assertThat(install(CallHook.openingData("opening", Scanner.class, 4, 4)))
                .isEqualTo(HookStatus.State.APPLIED);
        assertDispatched(() -> new Scanner().open(null, range), null, null, range, "opening");
        assertDispatched(() -> new Scanner().openLimited(1, 2.0, range, limiter), null, limiter, range, "opening");
        assertDispatched(() -> Scanner.openStatic(3, range, 4), null, null, range, "opening");
        assertDispatched(() -> Scanner.openFirst(range), null, null, range, "opening");
    }

    @Test
    void aCallOfAnotherMethodIsNotReplaced() throws IOException {
        assertThat(install(CallHook.openingData("others", Others.class, 1, 1))).isEqualTo(HookStatus.State.APPLIED);
        assertThat(new Others().describe(range)).isEqualTo("a description");
    }

    @Test
    void theOriginalCallRemainsIfItsResultIsWrapped() throws Exception {
        assertThat(install(CallHook.wrappingIndex("wrapping", Indexed.class))).isEqualTo(HookStatus.State.APPLIED);
        assertThat(calls(ClassBytes.of(Indexed.class)))
                .containsSubsequence(
                        "instance openIndexReader()Lorg/apache/cassandra/io/util/RandomAccessReader;",
                        "ALOAD 2",
                        "LDC wrapping",
                        "static readAheadIndex(Lorg/apache/cassandra/io/util/RandomAccessReader;"
                                + "Lorg/apache/cassandra/db/DataRange;Ljava/lang/String;)"
                                + "Lorg/apache/cassandra/io/util/RandomAccessReader;");
    }

    private static List<String> calls(byte[] classFile) {
        List<String> calls = new ArrayList<>();
        new ClassReader(classFile)
                .accept(
                        new ClassVisitor(Opcodes.ASM9) {
                            @Override
                            public MethodVisitor visitMethod(
                                    int access, String name, String descriptor, String signature, String[] thrown) {
                                return new MethodVisitor(Opcodes.ASM9) {
                                    @Override
                                    public void visitMethodInsn(
                                            int opcode,
                                            String owner,
                                            String called,
                                            String calledDescriptor,
                                            boolean isInterface) {
                                        String kind = opcode == Opcodes.INVOKESTATIC ? "static " : "instance ";
                                        calls.add(kind + called + calledDescriptor);
                                    }

                                    @Override
                                    public void visitVarInsn(int opcode, int index) {
                                        if (opcode == Opcodes.ALOAD) calls.add("ALOAD " + index);
                                    }

                                    @Override
                                    public void visitLdcInsn(Object value) {
                                        calls.add("LDC " + value);
                                    }
                                };
                            }
                        },
                        0);
        return calls;
    }

    static class Scanner {
        RandomAccessReader open(SSTableReader sstable, DataRange range) {
            return sstable.openDataReader();
        }

        RandomAccessReader openLimited(long a, double b, DataRange range, RateLimiter limiter) {
            SSTableReader sstable = null;
            return sstable.openDataReader(limiter);
        }

        static RandomAccessReader openStatic(long a, DataRange range, int b) {
            SSTableReader sstable = null;
            return sstable.openDataReader();
        }

        static RandomAccessReader openFirst(DataRange range) {
            SSTableReader sstable = null;
            return sstable.openDataReader();
        }
    }

    static class Others {
        String describe(DataRange range) {
            return openDataReader() + " description";
        }

        String openDataReader() {
            return "a";
        }

        RandomAccessReader open(SSTableReader sstable, DataRange range) {
            return sstable.openDataReader();
        }
    }

    static class Indexed {
        RandomAccessReader open(SSTableReader sstable, DataRange range) {
            return sstable.openIndexReader();
        }
    }
}
