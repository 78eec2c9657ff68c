package io.foreread.agent.install;

import static org.assertj.core.api.Assertions.assertThat;

import io.foreread.agent.hook.TestHook;
import io.foreread.exporter.recorder.HookStatus;
import io.foreread.exporter.recorder.Recorders;
import java.lang.instrument.Instrumentation;
import java.lang.reflect.Proxy;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import net.bytebuddy.agent.ByteBuddyAgent;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Uninstalls hooks in this JVM, from classes of the tests. */
class HookUninstallTest {
    private final HookInstalls installs = new HookInstalls();

    @AfterEach
    void detach() {
        installs.close();
    }

    @Test
    void uninstallRestoresTheByteCode() throws Exception {
        byte[] before = ClassBytes.of(Restored.class);
        HookInstaller installer =
                installs.install(new TestHook("restored", Restored.class, "twice", "(I)I", "ThrowingAdvice"));
        assertThat(ClassBytes.of(Restored.class)).isNotEqualTo(before);
        long failures = Recorders.HOOKS.probeFailures();
        new Restored().twice(1);
        assertThat(Recorders.HOOKS.probeFailures()).isEqualTo(failures + 1);

        assertThat(installer.uninstall()).isEmpty();
        assertThat(ClassBytes.of(Restored.class)).isEqualTo(before);
        assertThat(new Restored().twice(21)).isEqualTo(42);
        assertThat(Recorders.HOOKS.probeFailures()).isEqualTo(failures + 1);
        assertThat(installer.uninstall()).isEmpty();
    }

    @Test
    void classThatIsLoadedAfterTheUninstallIsNotWoven() throws Exception {
        HookInstaller installer = installs.install(
                new TestHook("late", "io.foreread.agent.install.LateHost", "twice", "(I)I", "ThrowingAdvice"));
        assertThat(installs.status().state()).isEqualTo(HookStatus.State.WAITING);
        assertThat(installer.uninstall()).isEmpty();
        long failures = Recorders.HOOKS.probeFailures();
        assertThat(new LateHost().twice(21)).isEqualTo(42);
        assertThat(Recorders.HOOKS.probeFailures()).isEqualTo(failures);
    }

    @Test
    void hooksCanBeInstalledAgain() throws Exception {
        for (int i = 0; i < 3; i++) {
            HookInstaller installer =
                    installs.install(new TestHook("again", Again.class, "twice", "(I)I", "ThrowingAdvice"));
            long failures = Recorders.HOOKS.probeFailures();
            new Again().twice(1);
            assertThat(Recorders.HOOKS.probeFailures()).isEqualTo(failures + 1);
            assertThat(installer.uninstall()).isEmpty();
        }
    }

    @Test
    void classThatCannotBeRestoredIsReportedAndTriedAgain() throws Exception {
        byte[] before = ClassBytes.of(Refused.class);
        AtomicBoolean refuses = new AtomicBoolean();
        HookInstaller installer = installs.newInstaller();
        installer.install(
                List.of(new TestHook("refused", Refused.class, "twice", "(I)I", "ThrowingAdvice")),
                hook -> null,
                refusing(refuses));
        refuses.set(true);
        assertThat(installer.uninstall())
                .containsExactly(
                        "cannot restore " + Refused.class.getName() + ": java.lang.InternalError: no retransformation");
        refuses.set(false);
        assertThat(installer.uninstall()).isEmpty();
        assertThat(ClassBytes.of(Refused.class)).isEqualTo(before);
    }

    /** The instrumentation of this JVM, which cannot retransform classes while the flag is set. */
    private static Instrumentation refusing(AtomicBoolean refuses) {
        Instrumentation jvm = ByteBuddyAgent.install();
        return (Instrumentation) Proxy.newProxyInstance(
                HookUninstallTest.class.getClassLoader(),
                new Class<?>[] {Instrumentation.class},
                (proxy, method, args) -> {
                    if (refuses.get() && method.getName().equals("retransformClasses"))
                        throw new InternalError("no retransformation");
                    return method.invoke(jvm, args);
                });
    }

    @Test
    void uninstallWithoutAnInstallDoesNothing() throws Exception {
        assertThat(installs.newInstaller().uninstall()).isEmpty();
    }

    static class Refused {
        int twice(int number) {
            return 2 * number;
        }
    }

    static class Restored {
        int twice(int number) {
            return 2 * number;
        }
    }

    static class Again {
        int twice(int number) {
            return 2 * number;
        }
    }
}
