package io.foreread.agent.readahead;

import static org.assertj.core.api.Assertions.assertThat;

import io.foreread.exporter.recorder.Recorders;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Checks which thread decodes a batch, and that two threads never use the source together. */
class ChunksAheadThreadsTest extends TenChunks {
    @Test
    void scanDecodesTheBatchItselfIfNoThreadHasBegun() {
        ChunksAhead ahead = ahead(nothingEverRuns -> true);
        ahead.start(0);
        assertThat(source.decoded.get()).isZero();
        for (int chunk = 0; chunk < CHUNKS; chunk++) assertChunk(ahead, chunk);
        ahead.stop();
        assertThat(source.usedByOtherThread).isFalse();
    }

    @Test
    void doesNotRunWithoutAThreadOrBeyondTheEndOfTheData() {
        ChunksAhead without = ahead(refused -> false);
        without.start(0);
        assertThat(without.running()).isFalse();
        ChunksAhead behind = ahead(this::run);
        behind.start(DATA_BYTES);
        assertThat(behind.running()).isFalse();
        assertThat(source.decoded.get()).isZero();
    }

    @Test
    void stopsWhenNoThreadIsAvailable() {
        AtomicInteger requests = new AtomicInteger();
        ChunksAhead ahead = ahead(task -> requests.incrementAndGet() == 1 && run(task));
        ahead.start(0);
        for (int chunk = 0; chunk < BATCH; chunk++) assertChunk(ahead, chunk);
        assertThat(ahead.take(BATCH * CHUNK_BYTES)).isNull();
        assertThat(ahead.running()).isFalse();
    }

    @Test
    void timeThatAScanWaitsCountsAsTimeOfFills() throws InterruptedException {
        source.hold();
        ChunksAhead ahead = ahead(this::run);
        ahead.start(0);
        source.awaitHeld();
        Thread scan = Thread.currentThread();
        Thread release = new Thread(() -> {
            while (scan.getState() != Thread.State.WAITING) Thread.onSpinWait();
            source.release();
        });
        long before = Recorders.SCANS.fillNanos();
        long startNanos = System.nanoTime();
        release.start();
        assertChunk(ahead, 0);
        assertThat(Recorders.SCANS.fillNanos() - before).isBetween(1L, System.nanoTime() - startNanos);
        release.join();
        ahead.stop();
    }

    @Test
    void scanDoesNotUseTheFirstBatchWhileALateThreadDecodesIt() throws InterruptedException {
        Deque<Runnable> late = new ArrayDeque<>();
        Thread[] lateThread = new Thread[1];
        ChunksAhead ahead = ahead(task -> {
            late.add(task);
            if (late.size() == 1) return true;
            lateThread[0] = startAndHold(late.getFirst());
            return false;
        });
        ahead.start(0);
        ahead.stop();
        ahead.start(0);
        assertThat(ahead.running()).isTrue();
        source.release();
        assertChunk(ahead, 0);
        ahead.stop();
        lateThread[0].join();
    }

    /** If two threads used one source at the same time, undamaged chunks would look corrupt. */
    @Test
    void lateThreadAndScanNeverUseTheSourceTogether() throws InterruptedException {
        Deque<Runnable> late = new ArrayDeque<>();
        AtomicInteger requests = new AtomicInteger();
        Thread[] lateThread = new Thread[1];
        ChunksAhead ahead = ahead(task -> {
            late.add(task);
            // The third batch uses the memory of the first batch. The task of the first batch starts only now.
            if (requests.incrementAndGet() != 3) return true;
            lateThread[0] = startAndHold(late.getFirst());
            return false;
        });
        ahead.start(0);
        for (int chunk = 0; chunk < 4; chunk++) assertChunk(ahead, chunk);
        Thread release = new Thread(source::release);
        release.start();
        for (int chunk = 4; chunk < 7; chunk++) assertChunk(ahead, chunk);
        ahead.stop();
        lateThread[0].join();
        release.join();
        assertThat(source.usedByOtherThread).as("the late thread worked").isTrue();
    }

    @Test
    void stopWaitsForTheOtherThread() throws InterruptedException {
        source.hold();
        ChunksAhead ahead = ahead(this::run);
        ahead.start(0);
        source.awaitHeld();
        AtomicBoolean interrupted = new AtomicBoolean();
        Thread stopping = new Thread(() -> {
            ahead.stop();
            interrupted.set(Thread.currentThread().isInterrupted());
        });
        stopping.start();
        stopping.interrupt();
        while (stopping.getState() != Thread.State.WAITING) Thread.onSpinWait();
        assertThat(stopping.isAlive()).isTrue();
        source.release();
        stopping.join();
        assertThat(interrupted)
                .as("interrupt status of the thread that called stop")
                .isTrue();
        assertThat(source.decoded.get()).as("chunks decoded before the stop").isOne();
        assertThat(source.inUse.get()).isZero();
    }

    /** Returns when the thread is decoding. The thread continues when the source is released. */
    private Thread startAndHold(Runnable task) {
        source.hold();
        Thread thread = new Thread(task);
        thread.start();
        source.awaitHeld();
        return thread;
    }
}
