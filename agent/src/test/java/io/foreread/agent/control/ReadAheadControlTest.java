package io.foreread.agent.control;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.foreread.agent.probe.HookSwitch;
import io.foreread.agent.readahead.ReadAhead;
import io.foreread.agent.readahead.ReadAheadSettings;
import io.foreread.exporter.recorder.HookStatus;
import io.foreread.exporter.recorder.HookStatus.State;
import io.foreread.exporter.recorder.Recorders;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ReadAheadControlTest {
    private final ReadAhead readAhead = ReadAhead.instance();
    private final ReadAheadMXBean control = new ReadAheadControl(readAhead, true);

    @AfterEach
    void restoreTheDefaults() {
        HookSwitch.of("verifier").on = true;
        readAhead.mode(ReadAhead.Mode.AUTO);
        readAhead.decompressAhead(ReadAhead.Mode.AUTO);
        readAhead.compressAhead(ReadAhead.Mode.OFF);
        readAhead.compressAheadFlush(false);
        readAhead.filterKeyCache(true);
        readAhead.skipEmptyInputs(true);
        readAhead.reuseScannedBytes(true);
    }

    /** docs/configuration.md states that these settings can be changed while the node runs. */
    @Test
    void everySettingOfReadAheadCanBeSetWhileTheNodeRuns() {
        List<String> setters = Arrays.stream(ReadAheadMXBean.class.getMethods())
                .map(method -> method.getName().toLowerCase(Locale.ROOT))
                .filter(name -> name.startsWith("set"))
                .toList();
        for (Method setting : ReadAheadSettings.class.getDeclaredMethods()) {
            String subject = setting.getName().replace("Bytes", "").toLowerCase(Locale.ROOT);
            assertThat(setters).as(setting.getName()).anyMatch(setter -> setter.contains(subject));
        }
    }

    @Test
    void whatCompactionsOfManySstablesLeaveOutIsSwitched() {
        assertThat(control.isFilterKeyCache()).isTrue();
        assertThat(control.isSkipEmptyInputs()).isTrue();
        assertThat(control.isReuseScannedBytes()).isTrue();
        control.setFilterKeyCache(false);
        assertThat(readAhead.filterKeyCache()).isFalse();
        assertThat(readAhead.skipEmptyInputs()).isTrue();
        control.setSkipEmptyInputs(false);
        assertThat(readAhead.skipEmptyInputs()).isFalse();
        assertThat(readAhead.reuseScannedBytes()).isTrue();
        control.setReuseScannedBytes(false);
        assertThat(readAhead.reuseScannedBytes()).isFalse();
        assertThat(control.isReuseScannedBytes()).isFalse();
        control.setFilterKeyCache(true);
        assertThat(control.isFilterKeyCache()).isTrue();
        assertThat(control.isSkipEmptyInputs()).isFalse();
    }

    @Test
    void decompressAheadIsSpelledAsInTheConfiguration() {
        assertThat(control.getDecompressAhead()).isEqualTo("auto");
        control.setDecompressAhead("ON");
        assertThat(readAhead.decompressAhead()).isEqualTo(ReadAhead.Mode.ON);
        assertThat(control.getDecompressAhead()).isEqualTo("on");
        control.setDecompressAhead("false");
        assertThat(control.getDecompressAhead()).isEqualTo("off");
        assertThat(control.getMode()).isEqualTo("auto");
    }

    /** Writers are not woven if it was off at the start. */
    @Test
    void compressAheadIsNotSwitchedOnIfItsHookIsNotApplied() {
        Recorders.HOOKS.set(new HookStatus("chunk-writer", State.SKIPPED, "compress-ahead is off"));
        for (String mode : List.of("on", "auto"))
            assertThatThrownBy(() -> control.setCompressAhead(mode))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("so that compress-ahead cannot be switched on")
                    .hasMessageContaining("(skipped: compress-ahead is off)");
        assertThat(readAhead.compressAhead()).isEqualTo(ReadAhead.Mode.OFF);
        control.setCompressAhead("off");
        Recorders.HOOKS.set(new HookStatus("chunk-writer", State.WAITING, ""));
        Recorders.HOOKS.set(new HookStatus("writer-commit", State.SKIPPED, "disabled by the configuration"));
        assertThatThrownBy(() -> control.setCompressAhead("on"))
                .hasMessageContaining("hook 'writer-commit' was not applied when the agent started"
                        + " (skipped: disabled by the configuration)");
        Recorders.HOOKS.set(new HookStatus("writer-commit", State.APPLIED, ""));
        control.setCompressAhead("on");
        assertThat(readAhead.compressAhead()).isEqualTo(ReadAhead.Mode.ON);
    }

    @Test
    void compressAheadIsOffUntilItIsSwitchedOn() {
        assertThat(control.getCompressAhead()).isEqualTo("off");
        assertThat(control.isCompressAheadFlush()).isFalse();
        control.setCompressAhead("auto");
        control.setCompressAheadFlush(true);
        assertThat(readAhead.compressAhead()).isEqualTo(ReadAhead.Mode.AUTO);
        assertThat(readAhead.compressAheadFlush()).isTrue();
        assertThat(control.isCompressAheadFlush()).isTrue();
        assertThatThrownBy(() -> control.setCompressAhead("fast"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("compress-ahead 'fast' is not allowed; allowed are auto, on and off");
    }

    @Test
    void wrongValueIsRejectedWithTheAttributeAndItsAllowedValues() {
        assertThatThrownBy(() -> control.setDecompressAhead("always"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("decompress-ahead 'always' is not allowed; allowed are auto, on and off");
        assertThatThrownBy(() -> control.setMode("sometimes"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("mode 'sometimes' is not allowed; allowed are auto, on and off");
        assertThat(readAhead.decompressAhead()).isEqualTo(ReadAhead.Mode.AUTO);
        assertThat(readAhead.mode()).isEqualTo(ReadAhead.Mode.AUTO);
    }

    @Test
    void hookThatHasAnEffectAtStartOnlyCannotBeSwitched() {
        assertThatThrownBy(() -> control.switchHook("cassandra-daemon", false))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("hooks.cassandra-daemon");
        assertThatThrownBy(() -> control.switchHook("nothing", false)).hasMessageStartingWith("no hook 'nothing'");
    }

    @Test
    void aHookThatIsWovenIsSwitchedOffAndOnAgain() {
        for (State woven : new State[] {State.APPLIED, State.WAITING}) {
            Recorders.HOOKS.set(new HookStatus("verifier", woven, ""));
            control.switchHook("verifier", false);
            assertThat(HookSwitch.of("verifier").on).isFalse();
            assertThat(control.getHooks()).containsEntry("verifier", "switched off");
            control.switchHook("verifier", true);
            assertThat(HookSwitch.of("verifier").on).isTrue();
            assertThat(control.getHooks()).containsEntry("verifier", woven.label());
        }
    }

    @Test
    void aHookThatWasNotAppliedAtStartCannotBeSwitchedOn() {
        for (State missing : new State[] {State.SKIPPED, State.FAILED}) {
            Recorders.HOOKS.set(new HookStatus("verifier", missing, "switched off by configuration"));
            control.switchHook("verifier", false);
            assertThatThrownBy(() -> control.switchHook("verifier", true))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("hook 'verifier' was not applied when the agent started")
                    .hasMessageContaining(missing.label() + ": switched off by configuration");
            assertThat(HookSwitch.of("verifier").on).isFalse();
            assertThat(control.getHooks())
                    .containsEntry("verifier", missing.label() + ": switched off by configuration");
        }
    }
}
