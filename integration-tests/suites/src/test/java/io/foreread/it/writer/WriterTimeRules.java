package io.foreread.it.writer;

import static org.assertj.core.api.Assertions.assertThat;

import io.foreread.exporter.recorder.Activity;
import io.foreread.exporter.recorder.Recorders;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** Checks the times that are recorded while a writer compresses ahead. */
class WriterTimeRules extends ComparedWriters {
    private static final long PAUSE_MILLIS = 20;

    @Test
    void theTimeOfWaitingForAnotherThreadIsRecorded() throws Exception {
        Consumer<RuleWriter> forAllChunks = writer -> writer.writer.getOnDiskFilePointer();
        Consumer<RuleWriter> forAFreeBuffer = writer -> RuleData.TEXT.write(writer.writer, new Random(2), 16 * 4 * KIB);
        for (Consumer<RuleWriter> waiting : List.of(forAllChunks, forAFreeBuffer)) {
            long waitedBefore = Recorders.WRITES.waitNanos();
            RuleWriter writer = openWithHeldChunk();
            runAndReleaseOnceWaiting(() -> waiting.accept(writer));
            assertThat(Recorders.WRITES.waitNanos()).isGreaterThan(waitedBefore);
            writer.finish();
        }
    }

    @Test
    void theDurationOfAWriteIncludesTheCompressionByTheThreadThatWrites() throws Exception {
        long recordedBefore = recordedNanos();
        long startNanos = System.nanoTime();
        RuleWriter writer = openWithHeldChunk();
        RuleCompressor.ownersPauseMillis = PAUSE_MILLIS;
        // This thread compresses all chunks but the held one.
        runAndReleaseOnceWaiting(writer.writer::getOnDiskFilePointer);
        long elapsedNanos = System.nanoTime() - startNanos;
        long pausedNanos = TimeUnit.MILLISECONDS.toNanos((HELD_CHUNKS - 1) * PAUSE_MILLIS);
        // The held chunk takes at least as long as the pauses, because it is released after them.
        assertThat(recordedNanos() - recordedBefore)
                .as("not more than the time of two threads")
                .isBetween(2 * pausedNanos, 2 * elapsedNanos);
        RuleCompressor.ownersPauseMillis = 0;
        writer.finish();
    }

    private static void runAndReleaseOnceWaiting(Runnable waiting) throws InterruptedException {
        Thread owner = Thread.currentThread();
        Thread releasing = new Thread(() -> RuleThreads.releaseOnceWaiting(owner));
        releasing.start();
        waiting.run();
        RuleThreads.awaitEnd(releasing);
    }

    private static long recordedNanos() {
        var writes = Recorders.WRITES.writes(Activity.COMPACTION);
        return writes == null ? 0 : writes.durationNanos().sum();
    }
}
