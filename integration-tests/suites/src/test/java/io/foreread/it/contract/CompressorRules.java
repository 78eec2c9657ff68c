package io.foreread.it.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.common.collect.ImmutableMap;
import io.foreread.exporter.recorder.ScanRecorder.Reason;
import java.nio.file.Path;
import org.apache.cassandra.io.compress.BufferType;
import org.apache.cassandra.io.sstable.CorruptSSTableException;
import org.apache.cassandra.io.util.FileHandle;
import org.apache.cassandra.io.util.RandomAccessReader;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Checks scans of tables with a compressor that is not part of Cassandra. Users can install such compressors. */
class CompressorRules {
    private final SstableFile file = RuleFiles.named("lz4-16");
    private Path directory;
    private SstableFile faulty;

    @BeforeEach
    void useFaultyCompressor() throws ReflectiveOperationException {
        RuleFiles.reset();
        FaultyCompressor.reset();
        directory = RuleFiles.scratch();
        Path table = directory.resolve("faulty-CompressionInfo.db");
        file.chunks().withCompressor(FaultyCompressor.class).write(table);
        faulty = new SstableFile(file.name(), file.data(), table, file.chunks(), file.compressedLengthBytes());
    }

    @AfterEach
    void deleteTheTable() throws Exception {
        Damage.delete(directory);
    }

    @Test
    void aScanIsLeftToCassandraAfterAnUnexpectedError() throws Exception {
        FaultyCompressor.faulty = true;
        Counts counts = new Counts();
        Cases.run(() -> {
            try (FileHandle handle = Release.open(faulty, Mode.STANDARD, 1.0);
                    FileHandle plain = Release.openPlain(file.data(), 100);
                    RandomAccessReader stock = plain.createReader()) {
                assertThat(Openings.limited(handle, null, () -> stock)).isSameAs(stock);
            }
        });
        assertThat(counts.fallbacks()).isEqualTo(ImmutableMap.of(Reason.UNEXPECTED_ERROR, 1L));
    }

    @Test
    void aFileWhoseCompressedChunksCanExceedTwiceTheChunkLengthIsLeftToCassandra() throws Exception {
        int maxBytes = 2 * file.chunkLengthBytes() - Integer.BYTES;
        assertThat(kind(maxBytes)).isEqualTo("ReadAheadRebufferer");
        assertThat(kind(maxBytes + 1)).isNotEqualTo("ReadAheadRebufferer");
    }

    @Test
    void decompressionUsesThePreferredBufferTypeOfTheCompressor() throws Exception {
        for (BufferType type : BufferType.values()) {
            FaultyCompressor.preferred = type;
            FaultyCompressor.sawHeap = type != BufferType.ON_HEAP;
            Cases.run(() -> {
                try (FileHandle handle = Release.open(faulty, Mode.STANDARD, 1.0);
                        RandomAccessReader reader = Openings.full(handle)) {
                    assertThatThrownBy(reader::readByte).isInstanceOf(CorruptSSTableException.class);
                }
            });
            assertThat(FaultyCompressor.sawHeap).isEqualTo(type == BufferType.ON_HEAP);
        }
    }

    /** A chunk is longer than the buffer if CompressionInfo.db, which has no checksum, contains a wrong offset. */
    @Test
    void aChunkLongerThanTheBufferUsesThePreferredBufferTypeToo() throws Exception {
        FaultyCompressor.preferred = BufferType.ON_HEAP;
        FaultyCompressor.sawHeap = false;
        int chunk = file.chunkCount() / 2;
        file.chunks()
                .withOffset(chunk, file.chunks().offsets()[1])
                .withCompressor(FaultyCompressor.class)
                .write(faulty.chunkTable());
        Cases.run(() -> {
            try (FileHandle handle = Release.open(faulty, Mode.STANDARD, 0.0);
                    RandomAccessReader reader = Openings.full(handle)) {
                assertThatThrownBy(() -> reader.seek((long) chunk * file.chunkLengthBytes()))
                        .isInstanceOf(CorruptSSTableException.class);
            }
        });
        assertThat(FaultyCompressor.sawHeap).isTrue();
    }

    private String kind(int worstCaseBytes) throws Exception {
        FaultyCompressor.worstCaseBytes = worstCaseBytes;
        try (FileHandle handle = Release.open(faulty, Mode.STANDARD, 1.0);
                RandomAccessReader reader = Openings.full(handle)) {
            return Openings.kind(reader);
        }
    }
}
