package io.foreread.agent.probe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;

import io.foreread.exporter.recorder.Activity;
import io.foreread.exporter.recorder.Recorders;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Checks that a hook that is switched off while the node runs records nothing more. */
class OperationProbeTest {
    private final Object operation = new Object();

    @BeforeEach
    void begin() {
        Recorders.COMPACTIONS.begin(operation, Activity.COMPACTION, "ks", "probed", () -> 0);
    }

    @AfterEach
    void end() {
        for (String hook :
                new String[] {HookNames.COMPACTION_TASK, HookNames.ACTIVE_COMPACTIONS, HookNames.COMPACTION_METRICS})
            HookSwitch.of(hook).on = true;
        Recorders.COMPACTIONS.end(operation);
        Recorders.COMPACTIONS.dropped("ks.probed");
    }

    @Test
    void operationIsIgnoredIfTheHookIsOff() {
        // If the switch were ignored, the null argument would cause an exception.
        HookSwitch.of(HookNames.ACTIVE_COMPACTIONS).on = false;
        OperationProbe.begins(null);
        assertThatNullPointerException().isThrownBy(() -> OperationProbe.metricsBegin(null));
        HookSwitch.of(HookNames.ACTIVE_COMPACTIONS).on = true;
        HookSwitch.of(HookNames.COMPACTION_METRICS).on = false;
        OperationProbe.metricsBegin(null);
        assertThatNullPointerException().isThrownBy(() -> OperationProbe.begins(null));
        assertThat(Recorders.COMPACTIONS.runningCount()).isOne();
    }
}
