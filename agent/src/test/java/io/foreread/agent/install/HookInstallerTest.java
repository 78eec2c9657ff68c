package io.foreread.agent.install;

import static org.assertj.core.api.Assertions.assertThat;

import io.foreread.agent.hook.Hook;
import io.foreread.agent.hook.TestHook;
import io.foreread.agent.probe.HookSwitch;
import io.foreread.agent.resident.dispatch.Dispatch;
import io.foreread.exporter.recorder.HookStatus;
import io.foreread.exporter.recorder.Recorders;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.lang.instrument.Instrumentation;
import java.lang.instrument.UnmodifiableClassException;
import java.lang.reflect.Proxy;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import net.bytebuddy.agent.ByteBuddyAgent;
import net.bytebuddy.dynamic.Nexus;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.NullSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Installs hooks in this JVM, on classes of the tests. */
class HookInstallerTest {
    private final HookInstalls installs = new HookInstalls();

    @AfterEach
    void detach() {
        installs.close();
    }

    @Test
    void exceptionOfAnAdviceIsCountedAndDoesNotLeaveTheWovenMethod() throws IOException {
        long before = Recorders.HOOKS.probeFailures();
        installs.install(new TestHook("throws", Host.class, "twice", "(I)I", "ThrowingAdvice"));
        assertThat(new Host().twice(21)).isEqualTo(42);

        assertThat(installs.status().state()).isEqualTo(HookStatus.State.APPLIED);
        assertThat(Recorders.HOOKS.probeFailures()).isEqualTo(before + 1);
        Dispatch.toNone();
        assertThat(new Host().twice(21)).isEqualTo(42);
        assertThat(Recorders.HOOKS.probeFailures()).isEqualTo(before + 1);
    }

    @Test
    void hookIsSkippedWithAReasonIfItsMethodIsMissing() throws IOException {
        installs.install(new TestHook("missing", Other.class, "thrice", "(I)I", "ThrowingAdvice"));
        assertThat(installs.status().state()).isEqualTo(HookStatus.State.SKIPPED);
        assertThat(installs.status().reason()).contains("no method thrice(I)I", "tests");
    }

    @Test
    void hookIsSkippedWithAReasonIfItsClassIsMissing() throws IOException {
        installs.install(
                new TestHook("missing", "io.foreread.agent.install.NoSuchHost", "twice", "(I)I", "ThrowingAdvice"));
        assertThat(installs.status().state()).isEqualTo(HookStatus.State.SKIPPED);
        assertThat(installs.status().reason()).isEqualTo("no class NoSuchHost here (this hook is for tests)");
    }

    @Test
    void hookIsSkippedIfTheDescriptorOfItsMethodDiffers() throws IOException {
        installs.install(new TestHook("descriptor", Other.class, "twice", "(J)J", "ThrowingAdvice"));
        assertThat(installs.status().state()).isEqualTo(HookStatus.State.SKIPPED);
    }

    @Test
    void failedWeaveLeavesTheClassUnchanged() throws Exception {
        byte[] before = ClassBytes.of(Broken.class);
        PrintStream stderr = System.err;
        ByteArrayOutputStream printed = new ByteArrayOutputStream();
        System.setErr(new PrintStream(printed, true, StandardCharsets.UTF_8));
        try {
            installs.install(new TestHook("broken", Broken.class, "twice", "(I)I", "NoSuchAdvice"));
        } finally {
            System.setErr(stderr);
        }
        assertThat(ClassBytes.of(Broken.class)).isEqualTo(before);
        assertThat(installs.status().state()).isEqualTo(HookStatus.State.FAILED);
        assertThat(installs.status().reason()).contains("NoSuchAdvice");
        assertThat(printed.toString(StandardCharsets.UTF_8))
                .contains("foreread: could not weave the hook broken into " + Broken.class.getName() + ": ");
    }

    @Test
    void hookOfAClassThatTheJvmCannotChangeHasFailed() throws IOException {
        Instrumentation jvm = (Instrumentation) Proxy.newProxyInstance(
                getClass().getClassLoader(), new Class<?>[] {Instrumentation.class}, (proxy, method, arguments) -> {
                    if (method.getName().equals("getAllLoadedClasses")) return new Class<?>[] {Other.class};
                    if (method.getName().equals("retransformClasses")) throw new UnmodifiableClassException("fixed");
                    return null;
                });
        installs.newInstaller()
                .install(
                        List.of(new TestHook("fixed", Other.class, "twice", "(I)I", "ThrowingAdvice")),
                        hook -> null,
                        jvm);
        assertThat(installs.status().state()).isEqualTo(HookStatus.State.FAILED);
        assertThat(installs.status().reason()).isEqualTo("java.lang.instrument.UnmodifiableClassException: fixed");
    }

    @Test
    void failedWeaveLeavesTheOtherHooksOfTheClassWoven() throws IOException {
        installs.install(
                new TestHook("before", Shared.class, "twice", "(I)I", "ThrowingAdvice"),
                new TestHook("broken", Shared.class, "twice", "(I)I", "NoSuchAdvice"),
                new TestHook("later", Shared.class, "thrice", "(I)I", "ThrowingAdvice"));
        assertThat(installs.recorder.statuses())
                .extracting(HookStatus::state)
                .containsExactly(HookStatus.State.APPLIED, HookStatus.State.FAILED, HookStatus.State.APPLIED);
        long before = Recorders.HOOKS.probeFailures();
        assertThat(new Shared().twice(21)).isEqualTo(42);
        assertThat(new Shared().thrice(2)).isEqualTo(6);
        assertThat(Recorders.HOOKS.probeFailures()).isEqualTo(before + 2);
    }

    @Test
    void firstHookOfAMethodEnclosesTheOthers() throws IOException {
        Hook skipping = new TestHook("skipping", Skipped.class, "twice", "(I)I", "SkippingAdvice");
        installs.install(skipping, new TestHook("enclosed", Skipped.class, "twice", "(I)I", "ThrowingAdvice"));
        long before = Recorders.HOOKS.probeFailures();
        assertThat(new Skipped().twice(21)).isZero();
        assertThat(Recorders.HOOKS.probeFailures())
                .as("the skipped code includes the second advice")
                .isEqualTo(before);
    }

    @Test
    void disabledHookChangesNoClass() throws Exception {
        byte[] before = ClassBytes.of(Other.class);
        installs.newInstaller()
                .install(
                        List.of(new TestHook("off", Other.class, "twice", "(I)I", "ThrowingAdvice")),
                        hook -> "a setting is off",
                        ByteBuddyAgent.install());
        assertThat(installs.status().reason()).isEqualTo("a setting is off");
        assertThat(ClassBytes.of(Other.class)).isEqualTo(before);
    }

    @Test
    void switchOfADisabledHookIsOffForCodeOfOtherHooks() throws IOException {
        HookSwitch.of("wanted").on = true;
        HookSwitch.of("unwanted").on = true;
        installs.newInstaller()
                .install(
                        List.of(
                                new TestHook("wanted", Other.class, "thrice", "(I)I", "ThrowingAdvice"),
                                new TestHook("unwanted", Other.class, "thrice", "(I)I", "ThrowingAdvice")),
                        hook -> hook.name().equals("wanted") ? null : "a setting is off",
                        ByteBuddyAgent.install());
        assertThat(HookSwitch.of("unwanted").on).isFalse();
        assertThat(HookSwitch.of("wanted").on).isTrue();
    }

    /** A class whose file the JVM read before the transformer was registered appears among the loaded classes later. */
    @Test
    void classesThatAppearDuringOrAfterTheInstallAreWoven() throws IOException {
        List<Class<?>> loaded = new ArrayList<>(List.of(Other.class));
        List<Class<?>> offered = new ArrayList<>();
        Instrumentation jvm = (Instrumentation) Proxy.newProxyInstance(
                getClass().getClassLoader(), new Class<?>[] {Instrumentation.class}, (proxy, method, arguments) -> {
                    if (method.getName().equals("getAllLoadedClasses")) return loaded.toArray(new Class<?>[0]);
                    if (!method.getName().equals("retransformClasses")) return null;
                    offered.addAll(List.of((Class<?>[]) arguments[0]));
                    if (offered.size() == 1) loaded.add(Broken.class);
                    return null;
                });
        List<Hook> hooks = new ArrayList<>();
        for (Class<?> type : List.of(Other.class, Broken.class, Host.class))
            hooks.add(new TestHook(
                    type.getSimpleName().toLowerCase(Locale.ROOT), type, "twice", "(I)I", "ThrowingAdvice"));
        HookInstaller installer = installs.newInstaller();
        installer.install(hooks, hook -> null, jvm);
        assertThat(offered).containsExactly(Other.class, Broken.class);
        loaded.add(Host.class);
        installer.weaveLoaded();
        installer.weaveLoaded();
        assertThat(offered).containsExactly(Other.class, Broken.class, Host.class);
    }

    /** ByteBuddy reads the property when a builder is created. Another agent of the JVM can have set it. */
    @ParameterizedTest
    @NullSource
    @ValueSource(strings = {"false", "true"})
    void propertyOfByteBuddyKeepsItsValue(String value) throws Exception {
        String before = System.getProperty(Nexus.PROPERTY);
        try {
            set(value);
            HookInstaller installer =
                    installs.install(new TestHook("kept", Kept.class, "twice", "(I)I", "ThrowingAdvice"));
            assertThat(installs.status().state()).isEqualTo(HookStatus.State.APPLIED);
            assertThat(System.getProperty(Nexus.PROPERTY)).isEqualTo(value);
            assertThat(installer.uninstall()).isEmpty();
        } finally {
            set(before);
        }
    }

    private static void set(String value) {
        if (value == null) System.clearProperty(Nexus.PROPERTY);
        else System.setProperty(Nexus.PROPERTY, value);
    }

    @Test
    void hooksThatFitAreFoundWithoutAChange() throws Exception {
        byte[] before = ClassBytes.of(Other.class);
        Hook fits = new TestHook("fits", Other.class, "twice", "(I)I", "ThrowingAdvice");
        Hook doesNotFit = new TestHook("missing", Other.class, "thrice", "(I)I", "ThrowingAdvice");
        assertThat(installs.newInstaller().fitting(List.of(fits, doesNotFit))).containsExactly(fits);
        assertThat(ClassBytes.of(Other.class)).isEqualTo(before);
        assertThat(installs.recorder.statuses()).isEmpty();
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

    static class Kept {
        int twice(int number) {
            return 2 * number;
        }
    }

    static class Shared {
        int twice(int number) {
            return 2 * number;
        }

        int thrice(int number) {
            return 3 * number;
        }
    }

    static class Skipped {
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
