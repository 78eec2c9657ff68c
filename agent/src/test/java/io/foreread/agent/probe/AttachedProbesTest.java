package io.foreread.agent.probe;

import static org.assertj.core.api.Assertions.assertThat;

import io.foreread.agent.resident.dispatch.Probes;
import io.foreread.exporter.recorder.Activity;
import io.foreread.exporter.recorder.CompactionRecorder;
import io.foreread.exporter.recorder.Component;
import io.foreread.exporter.recorder.Recorders;
import io.foreread.exporter.recorder.ThreadRecord;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.apache.cassandra.db.compaction.CompactionInfo;
import org.apache.cassandra.db.compaction.OperationType;
import org.junit.jupiter.api.Test;

/** Checks that what woven code observes is recorded. */
class AttachedProbesTest {
    private static final String DATA = "/data/ks/t/nb-1-big-Data.db";

    private final Probes probes = new AttachedProbes();

    @Test
    void readsHaveTheActivityOfTheCommandOfTheirThread() {
        long count = pointReads();
        long accesses = Recorders.READS.mmapChunkAccesses(Activity.RANGE_READ).count();
        long outer = probes.commandStarts(true);
        probes.channelRead(DATA, 4096, probes.channelReadStarts());
        probes.commandEnds(outer);
        probes.channelRead(DATA, 4096, probes.channelReadStarts());
        assertThat(pointReads()).isEqualTo(count + 1);
        outer = probes.commandStarts(false);
        probes.mmapChunkRead(16384, probes.mmapChunkReadStarts());
        probes.commandEnds(outer);
        assertThat(Recorders.READS.mmapChunkAccesses(Activity.RANGE_READ).count())
                .isEqualTo(accesses + 1);
    }

    private static long pointReads() {
        var reads = Recorders.READS.reads(Activity.POINT_READ, Component.DATA);
        return reads == null ? 0 : reads.sizeBytes().count();
    }

    @Test
    void anOperationIsRecordedFromItsBeginToItsEnd() {
        Holder holder = new Holder(OperationType.VALIDATION, CompactionInfo.Unit.BYTES);
        long finished = totals(Activity.VALIDATION).finished;
        int running = Recorders.COMPACTIONS.runningCount();
        for (boolean metrics : new boolean[] {false, true}) {
            if (metrics) probes.metricsBegin(holder);
            else probes.operationBegins(holder);
            assertThat(Recorders.COMPACTIONS.runningCount()).isEqualTo(running + 1);
            assertThat(ThreadRecord.current().activity()).isEqualTo(Activity.VALIDATION);
            CompactionRecorder.Totals before = totals(Activity.VALIDATION);
            probes.chunkWritten(5, probes.chunkWriteStarts());
            probes.wrote(DATA, 7);
            probes.chunkWritten(0, probes.chunkWriteStarts());
            probes.wrote(DATA, -1);
            assertThat(totals(Activity.VALIDATION).writtenBytes).isEqualTo(before.writtenBytes + 12);
            probes.operationEnds(holder);
            assertThat(Recorders.COMPACTIONS.runningCount()).isEqualTo(running);
        }
        assertThat(totals(Activity.VALIDATION).finished).isEqualTo(finished + 2);
        Recorders.COMPACTIONS.dropped(".");
    }

    /** The progress of some operations is a number of keys or ranges. */
    @Test
    void onlyBytesAreScannedBytes() {
        assertThat(scannedBytes(CompactionInfo.Unit.BYTES)).isEqualTo(1_000);
        assertThat(scannedBytes(CompactionInfo.Unit.RANGES)).isZero();
        assertThat(scannedBytes(CompactionInfo.Unit.KEYS)).isZero();
    }

    private long scannedBytes(CompactionInfo.Unit unit) {
        Holder holder = new Holder(OperationType.CLEANUP, unit);
        long before = totals(Activity.CLEANUP).scannedBytes;
        probes.operationBegins(holder);
        long scanned = totals(Activity.CLEANUP).scannedBytes - before;
        probes.operationEnds(holder);
        Recorders.COMPACTIONS.dropped(".");
        return scanned;
    }

    private static CompactionRecorder.Totals totals(Activity activity) {
        CompactionRecorder.Totals totals =
                Recorders.COMPACTIONS.totalsByActivity().get(activity);
        return totals == null ? new CompactionRecorder.Totals() : totals;
    }

    @Test
    void theInputOfATaskIsChargedToItsOperationsUntilTheTaskEnds() {
        ThreadRecord.current().taskInputBytes(() -> 7);
        assertThat(inputBytesOfAnOperation()).isEqualTo(7);
        HookSwitch.of(HookNames.COMPACTION_TASK).on = false;
        probes.taskStarts(new Object());
        HookSwitch.of(HookNames.COMPACTION_TASK).on = true;
        assertThat(inputBytesOfAnOperation()).isEqualTo(7);
        probes.taskStarts(new Object());
        assertThat(inputBytesOfAnOperation()).isZero();
        ThreadRecord.current().taskInputBytes(() -> 7);
        probes.taskEnds();
        assertThat(inputBytesOfAnOperation()).isZero();
    }

    @Test
    void theInputOfAnUnknownTransactionIsNoFailure() {
        long failures = Recorders.HOOKS.probeFailures();
        probes.taskStarts(new Object());
        assertThat(inputBytesOfAnOperation()).isZero();
        probes.taskEnds();
        assertThat(Recorders.HOOKS.probeFailures()).isEqualTo(failures);
    }

    private long inputBytesOfAnOperation() {
        Holder holder = new Holder(OperationType.COMPACTION, CompactionInfo.Unit.BYTES);
        long before = totals(Activity.COMPACTION).inputBytes;
        probes.operationBegins(holder);
        probes.operationEnds(holder);
        Recorders.COMPACTIONS.dropped(".");
        return totals(Activity.COMPACTION).inputBytes - before;
    }

    @Test
    void theStepsOfTheStartRunTheirTasksOnce() {
        List<String> ran = new ArrayList<>();
        DaemonProbe.register(() -> ran.add("starting"), () -> ran.add("started"));
        probes.daemonStarting();
        probes.daemonStarting();
        assertThat(ran).containsExactly("starting");
        probes.daemonStarted();
        probes.daemonStarted();
        assertThat(ran).containsExactly("starting", "started");
    }

    @Test
    void failuresOfProbesAreCounted() {
        long failures = Recorders.HOOKS.probeFailures();
        probes.failed(new IllegalStateException("a defect of a probe"));
        probes.failed(new StackOverflowError());
        assertThat(Recorders.HOOKS.probeFailures()).isEqualTo(failures + 2);
    }

    private static final class Holder extends CompactionInfo.Holder {
        private final OperationType type;
        private final CompactionInfo.Unit unit;

        Holder(OperationType type, CompactionInfo.Unit unit) {
            this.type = type;
            this.unit = unit;
        }

        @Override
        public CompactionInfo getCompactionInfo() {
            return new CompactionInfo(type, 1_000, 4_000, unit, new UUID(0, 1));
        }

        @Override
        public boolean isGlobal() {
            return false;
        }
    }
}
