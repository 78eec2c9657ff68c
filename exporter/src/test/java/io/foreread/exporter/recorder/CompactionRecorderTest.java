package io.foreread.exporter.recorder;

import static io.foreread.exporter.recorder.Activity.CLEANUP;
import static io.foreread.exporter.recorder.Activity.COMPACTION;
import static io.foreread.exporter.recorder.Activity.INDEX_BUILD;
import static io.foreread.exporter.recorder.Activity.OTHER;
import static org.assertj.core.api.Assertions.assertThat;

import io.foreread.exporter.recorder.CompactionRecorder.Totals;
import java.lang.ref.WeakReference;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class CompactionRecorderTest {
    private final CompactionRecorder compactions = new CompactionRecorder();
    private final ReadRecorder reads = new ReadRecorder();
    private final Object handle = new Object();

    @Test
    void totalsIncludeTheProgressOfARunningOperation() {
        AtomicLong completed = new AtomicLong(100);
        begin(handle, COMPACTION, completed);
        compactions.wrote(30);
        assertThat(totals().scannedBytes).isEqualTo(100);
        completed.set(170);
        assertThat(totals().scannedBytes).isEqualTo(170);
        assertThat(totals().writtenBytes).isEqualTo(30);
        assertThat(totals().finished).isZero();
        assertThat(totals().outputBytes).isZero();
        assertThat(compactions.runningCount()).isEqualTo(1);
        compactions.end(handle);
        assertThat(compactions.runningCount()).isZero();
        assertThat(totals().outputBytes).isEqualTo(30);
        assertThat(totals().scannedBytes).isEqualTo(170);
        assertThat(totals().finished).isEqualTo(1);
    }

    /** The record of the thread, which has ended, keeps the operation in memory. */
    @Test
    void operationThatAnotherThreadHasEndedDoesNotKeepItsScanner() throws Exception {
        WeakReference<Object> scanner = scannerOfAnEndedThread();
        compactions.end(handle);
        IsolatedClasses.awaitCollected(scanner);
        assertThat(totals().scannedBytes).isEqualTo(100);
    }

    @Test
    void operationWhoseEndIsNotRecordedDoesNotKeepItsScannerOnceItIsDiscarded() throws Exception {
        WeakReference<Object> scanner = scannerOfAnEndedThread();
        compactions.discardRunning();
        IsolatedClasses.awaitCollected(scanner);
        assertThat(compactions.runningCount()).isZero();
        compactions.end(handle);
        assertThat(compactions.totals()).isEmpty();
        // A thread can be between a decision to record and the call.
        begin(handle, COMPACTION, new AtomicLong());
        assertThat(compactions.runningCount()).isZero();
    }

    /** Begins an operation on a thread, which ends before the operation. */
    private WeakReference<Object> scannerOfAnEndedThread() throws Exception {
        return OnThread.named("CompactionExecutor:1", () -> {
            AtomicLong scanner = new AtomicLong(100);
            begin(handle, COMPACTION, scanner);
            return new WeakReference<>(scanner);
        });
    }

    @Test
    void droppedTableHasNoTotalsEvenAfterItsRunningOperationEnds() {
        begin(handle, COMPACTION, new AtomicLong());
        compactions.end(handle);
        begin(handle, COMPACTION, new AtomicLong(100));
        compactions.dropped("ks.other");
        assertThat(compactions.totals()).hasSize(1);
        compactions.dropped("ks.t");
        assertThat(compactions.totals()).isEmpty();
        assertThat(compactions.runningCount()).isEqualTo(1);
        compactions.end(handle);
        assertThat(compactions.totals()).isEmpty();
        assertThat(compactions.recent()).hasSize(2);
        // A new table of the same name has new totals.
        begin(handle, COMPACTION, new AtomicLong());
        compactions.end(handle);
        assertThat(totals().finished).isEqualTo(1);
    }

    @Test
    void totalsOfAnActivityIncludeRunningOperationsAndDroppedTables() {
        AtomicLong completed = new AtomicLong(100);
        begin(handle, COMPACTION, completed);
        assertThat(compactions.totalsByActivity().get(COMPACTION).scannedBytes).isEqualTo(100);
        completed.set(170);
        compactions.dropped("ks.t");
        assertThat(compactions.totalsByActivity().get(COMPACTION).scannedBytes).isEqualTo(170);
        compactions.end(handle);
        assertThat(compactions.totals()).isEmpty();
        assertThat(compactions.totalsByActivity()).containsOnlyKeys(COMPACTION);
        assertThat(compactions.totalsByActivity().get(COMPACTION).scannedBytes).isEqualTo(170);
        assertThat(compactions.totalsByActivity().get(COMPACTION).finished).isEqualTo(1);
    }

    @Test
    void costIsMeasuredOnTheThreadBetweenBeginAndEnd() {
        begin(handle, COMPACTION, new AtomicLong());
        byte[][] garbage = new byte[200][];
        for (int i = 0; i < garbage.length; i++) garbage[i] = new byte[10_000];
        compactions.end(handle);
        FinishedOperation finished = compactions.recent().get(0);
        assertThat(finished.allocatedBytes()).isBetween(2_000_000L, 4_000_000L);
        assertThat(finished.durationNanos()).isPositive();
        assertThat(finished.cpuNanos()).isBetween(0L, finished.durationNanos() + 50_000_000);
        assertThat(totals().allocatedBytes).isEqualTo(finished.allocatedBytes());
    }

    @Test
    void costIsUnknownIfTheOperationEndsOnAnotherThread() throws Exception {
        begin(handle, COMPACTION, new AtomicLong());
        OnThread.named("closer", () -> {
            compactions.end(handle);
            return null;
        });
        assertThat(compactions.recent().get(0).cpuNanos()).isEqualTo(-1);
        assertThat(compactions.recent().get(0).allocatedBytes()).isEqualTo(-1);
        assertThat(totals().cpuNanos).isZero();
        compactions.wrote(5);
        assertThat(totals().writtenBytes).isZero();
        assertThat(ThreadRecord.current().activity()).isEqualTo(OTHER);
    }

    @Test
    void inputBytesAreTheTaskInputBytesOfTheThread() {
        AtomicLong input = new AtomicLong(9_000);
        ThreadRecord.current().taskInputBytes(input::get);
        input.set(5_000); // Cassandra has removed an sstable from the input
        begin(handle, COMPACTION, new AtomicLong());
        compactions.end(handle);
        ThreadRecord.current().taskInputBytes(null);
        begin(handle, COMPACTION, new AtomicLong());
        compactions.end(handle);
        assertThat(totals().inputBytes).isEqualTo(5_000);
        assertThat(totals().finished).isEqualTo(2);
    }

    @Test
    void nestedOperationIsChargedSeparately() {
        Object inner = new Object();
        begin(handle, COMPACTION, new AtomicLong());
        begin(inner, INDEX_BUILD, new AtomicLong());
        reads.read(Component.DATA, 10, 1);
        compactions.end(inner);
        reads.read(Component.DATA, 1, 1);
        compactions.end(handle);
        assertThat(compactions.recent())
                .extracting(FinishedOperation::activity, FinishedOperation::readBytes)
                .containsExactly(
                        org.assertj.core.groups.Tuple.tuple(COMPACTION, 1L),
                        org.assertj.core.groups.Tuple.tuple(INDEX_BUILD, 10L));
        assertThat(ThreadRecord.current().activity()).isEqualTo(OTHER);
    }

    @Test
    void operationsCanEndInAnyOrder() {
        Object inner = new Object();
        begin(handle, COMPACTION, new AtomicLong());
        begin(inner, INDEX_BUILD, new AtomicLong());
        compactions.end(handle);
        compactions.wrote(3);
        compactions.end(inner);
        compactions.wrote(100);
        assertThat(compactions.recent().get(0).outputBytes()).isEqualTo(3);
        assertThat(compactions.recent().get(1).outputBytes()).isZero();
        assertThat(ThreadRecord.current().activity()).isEqualTo(OTHER);
    }

    @Test
    void beginWithAnOpenHandleHasNoEffect() {
        begin(handle, COMPACTION, new AtomicLong());
        compactions.wrote(9);
        begin(handle, COMPACTION, new AtomicLong());
        assertThat(totals().writtenBytes).isEqualTo(9);
        compactions.end(handle);
        compactions.end(handle);
        assertThat(totals().finished).isEqualTo(1);
        assertThat(totals().outputBytes).isEqualTo(9);
    }

    @Test
    void distinguishesHandlesByIdentity() {
        String one = new String("h");
        String other = new String("h");
        begin(one, COMPACTION, new AtomicLong());
        begin(other, COMPACTION, new AtomicLong());
        assertThat(compactions.runningCount()).isEqualTo(2);
        compactions.end(other);
        compactions.end(one);
    }

    @Test
    void endWithoutBeginHasNoEffect() {
        compactions.end(new Object());
        assertThat(compactions.recent()).isEmpty();
        assertThat(compactions.totals()).isEmpty();
    }

    @Test
    void bytesWrittenOutsideOfOperationsAreNotCharged() {
        compactions.wrote(1);
        assertThat(compactions.totals()).isEmpty();
    }

    @Test
    void failingOrDecreasingProgressKeepsTheLastValue() {
        AtomicLong completed = new AtomicLong(50);
        compactions.begin(handle, COMPACTION, "ks", "t", () -> {
            if (completed.get() == 0) throw new IllegalStateException("scanner closed");
            if (completed.get() == 1) throw new AssertionError("Cassandra runs with assertions on");
            return completed.get();
        });
        for (long next : new long[] {50, 0, 20, 1}) {
            completed.set(next);
            assertThat(totals().scannedBytes).isEqualTo(50);
        }
        compactions.end(handle);
        assertThat(totals().scannedBytes).isEqualTo(50);
        assertThat(totals().finished).isEqualTo(1);
    }

    @Test
    void separatesTablesAndActivities() {
        compactions.begin(handle, COMPACTION, "ks", "a", () -> 1);
        compactions.end(handle);
        compactions.begin(handle, COMPACTION, "ks", "b", () -> 2);
        compactions.end(handle);
        compactions.begin(handle, CLEANUP, "ks", "a", () -> 3);
        compactions.end(handle);
        assertThat(compactions.totals()).hasSize(3);
        assertThat(compactions.durations()).containsOnlyKeys(COMPACTION, CLEANUP);
        assertThat(compactions.durations().get(COMPACTION).count()).isEqualTo(2);
    }

    @Test
    void recentOperationsAreTheLast50NewestFirst() {
        for (int i = 0; i < 60; i++) {
            compactions.begin(handle, COMPACTION, "ks", "t" + i, () -> 0);
            compactions.end(handle);
        }
        assertThat(compactions.recent()).hasSize(50);
        assertThat(compactions.recent().get(0).table()).isEqualTo("t59");
        assertThat(compactions.totals()).hasSize(60);
    }

    private void begin(Object operation, Activity activity, AtomicLong completed) {
        compactions.begin(operation, activity, "ks", "t", completed::get);
    }

    private Totals totals() {
        return compactions.totals().values().stream()
                .reduce((first, second) -> {
                    throw new AssertionError("more than one table");
                })
                .orElseThrow();
    }
}
