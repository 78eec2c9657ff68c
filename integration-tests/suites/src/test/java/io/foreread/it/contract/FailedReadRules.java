package io.foreread.it.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.common.collect.ImmutableMap;
import io.foreread.exporter.recorder.ScanRecorder.Reason;
import java.nio.file.Path;
import org.apache.cassandra.io.compress.BufferType;
import org.apache.cassandra.io.compress.ICompressor;
import org.apache.cassandra.io.sstable.CorruptSSTableException;
import org.apache.cassandra.io.util.FileHandle;
import org.apache.cassandra.io.util.RandomAccessReader;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Checks what a reader does after a chunk that could not be decompressed. */
class FailedReadRules {
    private final SstableFile file = RuleFiles.named("lz4-16");
    private final Path directory = RuleFiles.scratch();

    @BeforeEach
    void resetStaticState() throws ReflectiveOperationException {
        RuleFiles.reset();
        FaultyCompressor.reset();
        HeldCompressor.reset(BufferType.OFF_HEAP);
    }

    @AfterEach
    void deleteTheTable() throws Exception {
        Damage.delete(directory);
    }

    private SstableFile with(Class<? extends ICompressor> compressor) throws Exception {
        Path table = directory.resolve("CompressionInfo.db");
        file.chunks().withCompressor(compressor).write(table);
        return new SstableFile(file.name(), file.data(), table, file.chunks(), file.compressedLengthBytes());
    }

    /** An empty buffer instead of the failure would be the end of the data for a caller. */
    @Test
    void aReadThatHasFailedFailsAgain() throws Exception {
        SstableFile faulty = with(FaultyCompressor.class);
        Cases.run(() -> {
            try (FileHandle handle = Release.open(faulty, Mode.STANDARD, 1.0);
                    RandomAccessReader reader = Openings.full(handle)) {
                for (int attempt = 0; attempt < 3; attempt++)
                    assertThatThrownBy(reader::readByte)
                            .as("attempt %d", attempt)
                            .isInstanceOf(CorruptSSTableException.class);
            }
        });
    }

    @Test
    void aScanWhoseReleaseLacksAMemberForDecompressionIsLeftToCassandra() throws Exception {
        byte[] expected = bytes(file, new Counts());
        SstableFile held = with(HeldCompressor.class);
        HeldCompressor.failsOnce = () -> new NoSuchMethodError("once");
        Counts counts = new Counts();
        assertThat(bytes(held, counts)).isEqualTo(expected);
        assertThat(counts.fallbacks()).isEqualTo(ImmutableMap.of(Reason.UNEXPECTED_ERROR, 1L));
    }

    private static byte[] bytes(SstableFile file, Counts counts) throws Exception {
        byte[][] bytes = new byte[1][];
        Cases.run(() -> {
            try (FileHandle handle = Release.open(file, Mode.STANDARD, 1.0);
                    RandomAccessReader reader = Openings.full(handle)) {
                bytes[0] = new byte[(int) reader.length()];
                reader.readFully(bytes[0]);
            }
            assertThat(counts.fills()).isPositive();
        });
        return bytes[0];
    }
}
