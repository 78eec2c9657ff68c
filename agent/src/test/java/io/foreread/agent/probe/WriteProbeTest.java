package io.foreread.agent.probe;

import static org.assertj.core.api.Assertions.assertThat;

import io.foreread.exporter.recorder.Activity;
import io.foreread.exporter.recorder.CompactionRecorder.Totals;
import io.foreread.exporter.recorder.Recorders;
import io.foreread.exporter.recorder.WriteRecorder;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class WriteProbeTest {
    private final Object operation = new Object();

    @BeforeEach
    void begin() {
        Recorders.COMPACTIONS.begin(operation, Activity.UPGRADE_SSTABLES, "ks", "written", () -> 0);
    }

    @AfterEach
    void end() {
        HookSwitch.of(HookNames.COMPRESSED_WRITER).on = true;
        HookSwitch.of(HookNames.SEQUENTIAL_WRITER).on = true;
        Recorders.COMPACTIONS.end(operation);
        Recorders.COMPACTIONS.dropped("ks.written");
    }

    private static long written() {
        return Recorders.COMPACTIONS.totals().values().stream()
                .mapToLong((Totals totals) -> totals.writtenBytes)
                .sum();
    }

    private static long chunks() {
        WriteRecorder.Writes writes = Recorders.WRITES.writes(Activity.UPGRADE_SSTABLES);
        return writes == null
                ? 0
                : writes.sizeBytes().cumulativeCount(writes.sizeBytes().bucketCount() - 1);
    }

    private static long chunkNanos() {
        WriteRecorder.Writes writes = Recorders.WRITES.writes(Activity.UPGRADE_SSTABLES);
        return writes == null ? 0 : writes.durationNanos().sum();
    }

    private static void writeChunk(long bytes) {
        WriteProbe.chunkWritten(bytes, WriteProbe.chunkWriteStarts());
    }

    @Test
    void bytesOfEachKindOfWriterAreCountedUnlessItsHookIsOff() {
        writeChunk(5);
        WriteProbe.wrote("/x/nb-1-big-Data.db", 7);
        WriteProbe.wrote("/x/nb-1-big-Index.db", 100);
        assertThat(written()).isEqualTo(12);
        HookSwitch.of(HookNames.COMPRESSED_WRITER).on = false;
        writeChunk(5);
        WriteProbe.wrote("/x/nb-1-big-Data.db", 7);
        assertThat(written()).isEqualTo(19);
        HookSwitch.of(HookNames.SEQUENTIAL_WRITER).on = false;
        WriteProbe.wrote("/x/nb-1-big-Data.db", 7);
        assertThat(written()).isEqualTo(19);
    }

    @Test
    void chunksAreRecordedByActivityUnlessNothingWasWritten() {
        long before = chunks();
        writeChunk(5);
        writeChunk(0);
        writeChunk(-3);
        assertThat(chunks()).isEqualTo(before + 1);
    }

    @Test
    void theDurationOfAChunkIsThatSinceItsStart() {
        long before = chunkNanos();
        long startNanos = System.nanoTime() - TimeUnit.SECONDS.toNanos(1);
        WriteProbe.chunkWritten(5, startNanos);
        assertThat(chunkNanos() - before).isBetween(TimeUnit.SECONDS.toNanos(1), System.nanoTime() - startNanos);
    }
}
