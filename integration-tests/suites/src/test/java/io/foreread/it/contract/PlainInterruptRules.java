package io.foreread.it.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.foreread.exporter.recorder.Recorders;
import io.foreread.exporter.recorder.ScanRecorder.Pattern;
import java.nio.file.Path;
import java.util.Arrays;
import org.apache.cassandra.io.util.FileHandle;
import org.apache.cassandra.io.util.RandomAccessReader;
import org.junit.jupiter.api.Test;

/** Checks scans of an uncompressed file whose thread is interrupted. */
class PlainInterruptRules extends InterruptRules {
    @Override
    String table() {
        return "plain";
    }

    /** Cassandra's reader of a mapped file would read the whole file from one buffer, and the scan would not try again. */
    @Override
    @Test
    void aScanOfAMappedFileReadsAheadAgainAfterTheInterrupt() throws Exception {
        Path scratch = RuleFiles.scratch();
        byte[] content = PlainRules.noise();
        SstableFile large = PlainRules.write(scratch, content);
        long resumed = Recorders.SCANS.resumedScans();
        Cases.run(() -> {
            Counts counts = new Counts();
            try (FileHandle handle = Release.open(large, Mode.MMAP, 1.0);
                    RandomAccessReader reader = PlainRules.open(handle, Pattern.FULL)) {
                Thread.currentThread().interrupt();
                byte[] read = new byte[content.length];
                reader.readFully(read, 0, 100_000);
                assertThat(Thread.interrupted()).isTrue();
                assertThat(counts.fills()).isZero();
                reader.readFully(read, 100_000, content.length - 100_000);
                assertThat(Arrays.equals(read, content)).isTrue();
                assertThat(counts.fills()).isPositive();
            }
        });
        assertThat(Recorders.SCANS.resumedScans() - resumed).isOne();
        Damage.delete(scratch);
    }
}
