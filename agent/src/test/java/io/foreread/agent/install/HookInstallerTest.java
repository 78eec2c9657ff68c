package io.foreread.agent.install;

import static org.assertj.core.api.Assertions.assertThat;

import io.foreread.agent.hook.Hook;
import io.foreread.agent.hook.TestHook;
import io.foreread.agent.probe.AttachedProbes;
import io.foreread.agent.probe.HookSwitch;
import io.foreread.agent.reader.AttachedScans;
import io.foreread.agent.resident.dispatch.Dispatch;
import io.foreread.exporter.recorder.HookRecorder;
import io.foreread.exporter.recorder.HookStatus;
import io.foreread.exporter.recorder.Recorders;
import java.io.IOException;
import java.util.List;
import net.bytebuddy.agent.ByteBuddyAgent;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Installs hooks in this JVM, on classes of the tests. */
class HookInstallerTest {
    private final HookRecorder recorder = new HookRecorder();

    @BeforeEach
    void attach() {
        Dispatch.to(new AttachedScans(), new AttachedProbes());
    }

    @AfterEach
    void detach() {
        Dispatch.toNone();
    }

    @Test
    void exceptionOfAnAdviceIsCountedAndDoesNotLeaveTheWovenMethod() throws IOException {
        long before = Recorders.HOOKS.probeFailures();
        install(new TestHook("throws", Host.class, "twice", "(I)I", "ThrowingAdvice"));
        assertThat(new Host().twice(21)).isEqualTo(42);

        assertThat(status().state()).isEqualTo(HookStatus.State.APPLIED);
        assertThat(Recorders.HOOKS.probeFailures()).isEqualTo(before + 1);
        Dispatch.toNone();
        assertThat(new Host().twice(21)).isEqualTo(42);
        assertThat(Recorders.HOOKS.probeFailures()).isEqualTo(before + 1);
    }

    @Test
    void hookIsSkippedWithAReasonIfItsMethodIsMissing() throws IOException {
        install(new TestHook("missing", Other.class, "thrice", "(I)I", "ThrowingAdvice"));
        assertThat(status().state()).isEqualTo(HookStatus.State.SKIPPED);
        assertThat(status().reason()).contains("no method thrice(I)I", "tests");
    }

    @Test
    void hookIsSkippedIfTheDescriptorOfItsMethodDiffers() throws IOException {
        install(new TestHook("descriptor", Other.class, "twice", "(J)J", "ThrowingAdvice"));
        assertThat(status().state()).isEqualTo(HookStatus.State.SKIPPED);
    }

    @Test
    void failedWeaveLeavesTheClassUnchanged() throws IOException {
        install(new TestHook("broken", Broken.class, "twice", "(I)I", "NoSuchAdvice"));
        assertThat(new Broken().twice(21)).isEqualTo(42);
        assertThat(status().state()).isEqualTo(HookStatus.State.FAILED);
        assertThat(status().reason()).contains("NoSuchAdvice");
    }

    @Test
    void disabledHookChangesNoClass() throws IOException {
        new HookInstaller(getClass().getClassLoader(), recorder)
                .install(
                        List.of(new TestHook("off", Other.class, "twice", "(I)I", "ThrowingAdvice")),
                        name -> false,
                        ByteBuddyAgent.install());
        assertThat(status().reason()).isEqualTo("switched off by configuration");
    }

    @Test
    void switchOfADisabledHookIsOffForCodeOfOtherHooks() throws IOException {
        HookSwitch.of("wanted").on = true;
        HookSwitch.of("unwanted").on = true;
        new HookInstaller(getClass().getClassLoader(), recorder)
                .install(
                        List.of(
                                new TestHook("wanted", Other.class, "thrice", "(I)I", "ThrowingAdvice"),
                                new TestHook("unwanted", Other.class, "thrice", "(I)I", "ThrowingAdvice")),
                        name -> name.equals("wanted"),
                        ByteBuddyAgent.install());
        assertThat(HookSwitch.of("unwanted").on).isFalse();
        assertThat(HookSwitch.of("wanted").on).isTrue();
    }

    private void install(Hook hook) throws IOException {
        new HookInstaller(getClass().getClassLoader(), recorder)
                .install(List.of(hook), name -> true, ByteBuddyAgent.install());
    }

    private HookStatus status() {
        return recorder.statuses().get(0);
    }

    static class Host {
        int twice(int number) {
            return 2 * number;
        }
    }

    static class Broken {
        int twice(int number) {
            return 2 * number;
        }
    }

    static class Other {
        int twice(int number) {
            return 2 * number;
        }
    }
}
