package io.foreread.exporter.recorder;

import static org.assertj.core.api.Assertions.assertThat;

import io.foreread.exporter.recorder.CompactionRecorder.Totals;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class CompactionTotalsConcurrencyTest {
    private static final int THREADS = 3;

    private final CompactionRecorder compactions = new CompactionRecorder();
    private final ReadRecorder reads = new ReadRecorder();

    @Test
    void totalsNeverDecreaseWhileOperationsBeginAndEnd() throws InterruptedException {
        AtomicBoolean stop = new AtomicBoolean();
        AtomicLong ended = new AtomicLong();
        Thread[] threads = new Thread[THREADS];
        for (int i = 0; i < THREADS; i++) {
            threads[i] = new Thread(() -> compact(stop, ended), "CompactionExecutor:" + i);
            threads[i].start();
        }
        try {
            assertTotalsIncrease(ended);
        } finally {
            stop.set(true);
            for (Thread thread : threads) thread.join();
        }
        assertThat(totals().finished).isEqualTo(ended.get());
        assertThat(totals().writtenBytes).isEqualTo(ended.get() * 30).isEqualTo(totals().outputBytes);
        assertThat(totals().readBytes).isEqualTo(ended.get() * 300);
        assertThat(totals().scannedBytes).isEqualTo(ended.get() * 3);
        assertThat(compactions.runningCount()).isZero();
    }

    private void assertTotalsIncrease(AtomicLong ended) {
        Totals last = new Totals();
        while (ended.get() < 20_000) {
            Totals now = totals();
            assertThat(now.scannedBytes).isGreaterThanOrEqualTo(last.scannedBytes);
            assertThat(now.readBytes).isGreaterThanOrEqualTo(last.readBytes);
            assertThat(now.reads).isGreaterThanOrEqualTo(last.reads);
            assertThat(now.readNanos).isGreaterThanOrEqualTo(last.readNanos);
            assertThat(now.writtenBytes).isGreaterThanOrEqualTo(last.writtenBytes);
            assertThat(now.finished).isGreaterThanOrEqualTo(last.finished);
            assertThat(now.outputBytes).isLessThanOrEqualTo(now.writtenBytes);
            last = now;
        }
    }

    private void compact(AtomicBoolean stop, AtomicLong ended) {
        while (!stop.get()) {
            Object handle = new Object();
            AtomicLong completed = new AtomicLong();
            compactions.begin(handle, Activity.COMPACTION, "ks", "t", completed::get);
            for (int step = 0; step < 3; step++) {
                reads.read(Component.DATA, 100, 5);
                compactions.wrote(10);
                completed.incrementAndGet();
            }
            compactions.end(handle);
            ended.incrementAndGet();
        }
    }

    private Totals totals() {
        Map<CompactionRecorder.Key, Totals> totals = compactions.totals();
        return totals.isEmpty() ? new Totals() : totals.values().iterator().next();
    }
}
