package io.foreread.exporter.recorder;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ScanRecorderTest {
    private final ScanRecorder scans = new ScanRecorder();
    private final HookRecorder hooks = new HookRecorder();

    @Test
    void countsScansByReaderAndPattern() {
        scans.opened(ScanRecorder.Reader.FOREREAD, ScanRecorder.Pattern.FULL);
        scans.opened(ScanRecorder.Reader.FOREREAD, ScanRecorder.Pattern.FULL);
        scans.opened(ScanRecorder.Reader.NATIVE, ScanRecorder.Pattern.RAMP);
        assertThat(scans.scans(ScanRecorder.Reader.FOREREAD, ScanRecorder.Pattern.FULL))
                .isEqualTo(2);
        assertThat(scans.scans(ScanRecorder.Reader.FOREREAD, ScanRecorder.Pattern.RAMP))
                .isZero();
        assertThat(scans.scans(ScanRecorder.Reader.NATIVE, ScanRecorder.Pattern.RAMP))
                .isEqualTo(1);
    }

    @Test
    void countsFillsAndServedChunks() {
        scans.filled(262_144, 900);
        scans.waited(50);
        scans.filledDirectly(4096);
        scans.decodedAhead(1);
        scans.served(1);
        scans.served(64);
        scans.straddled();
        scans.resumed();
        scans.aheadRefused();
        scans.fellBack(ScanRecorder.Reason.BUDGET_SPENT);
        assertThat(scans.fills()).isEqualTo(1);
        assertThat(scans.fillBytes()).isEqualTo(262_144);
        assertThat(scans.fillNanos()).isEqualTo(950);
        assertThat(scans.directFillBytes()).isEqualTo(4096);
        assertThat(scans.chunksAhead()).isEqualTo(1);
        assertThat(scans.chunksServed()).isEqualTo(65);
        assertThat(scans.resumedScans()).isOne();
        assertThat(scans.refusedAhead()).isOne();
        assertThat(scans.chunksStraddling()).isEqualTo(1);
        assertThat(scans.fallbacks(ScanRecorder.Reason.BUDGET_SPENT)).isEqualTo(1);
        assertThat(scans.fallbacks(ScanRecorder.Reason.UNEXPECTED_ERROR)).isZero();
    }

    @Test
    void hookHasOnlyItsLastState() {
        hooks.set(new HookStatus("b", HookStatus.State.WAITING, ""));
        hooks.set(new HookStatus("a", HookStatus.State.SKIPPED, "no class"));
        hooks.set(new HookStatus("b", HookStatus.State.APPLIED, ""));
        assertThat(hooks.statuses()).extracting(HookStatus::hook).containsExactly("a", "b");
        assertThat(hooks.statuses().get(1).state()).isEqualTo(HookStatus.State.APPLIED);
    }
}
