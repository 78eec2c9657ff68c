package io.foreread.it.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import com.google.common.io.ByteStreams;
import io.foreread.agent.readahead.ReadAhead;
import io.foreread.agent.reader.ReadAheadReaders;
import io.foreread.exporter.recorder.ScanRecorder.Reason;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import org.apache.cassandra.io.util.FileHandle;
import org.apache.cassandra.io.util.RandomAccessReader;
import org.apache.cassandra.io.util.Rebufferer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Checks readers of the partition index. They read an uncompressed Data.db, because the content of the index is
 * irrelevant.
 */
class IndexRules {
    private static final int BLOCK_BYTES = 64 << 10;

    private final SstableFile file = RuleFiles.named("plain");

    @BeforeEach
    void resetStaticState() throws ReflectiveOperationException {
        RuleFiles.reset();
    }

    @Test
    void anIndexIsReadLikeStock() throws Exception {
        for (AccessPattern reading : ImmutableList.of(
                AccessPattern.SEQUENTIAL,
                AccessPattern.PRIMITIVES,
                AccessPattern.BACKWARD,
                AccessPattern.RANDOM,
                AccessPattern.CHUNK_BOUNDARIES,
                AccessPattern.ENDS,
                AccessPattern.MARKS,
                AccessPattern.CLOSING)) reads(file.compressedLengthBytes(), reading);
    }

    @Test
    void anIndexThatIsStillBeingWrittenIsReadUpToTheGivenLength() throws Exception {
        for (long lengthBytes : new long[] {4097, BLOCK_BYTES - 1, BLOCK_BYTES, BLOCK_BYTES + 1, 3 * BLOCK_BYTES - 7})
            Cases.run(() -> {
                try (FileHandle handle = Release.openPlain(file.data(), lengthBytes);
                        RandomAccessReader ours = ReadAheadReaders.wrapIndex(handle.createReader())) {
                    byte[] read = ByteStreams.toByteArray(ours);
                    assertThat(read).isEqualTo(Arrays.copyOf(Files.readAllBytes(file.data()), (int) lengthBytes));
                }
            });
    }

    @Test
    void anIndexIsReadInBlocksAndNotBeyondItsEnd() throws Exception {
        Cases.run(() -> {
            long lengthBytes = 2 * BLOCK_BYTES + 100;
            try (FileHandle handle = Release.openPlain(file.data(), lengthBytes);
                    RandomAccessReader ours = ReadAheadReaders.wrapIndex(handle.createReader())) {
                Rebufferer rebufferer = Openings.rebufferer(ours);
                assertThat(ReadAhead.instance().bytesInUse()).isZero();
                long position = 0;
                for (int bytes : new int[] {BLOCK_BYTES, BLOCK_BYTES, 100, 0}) {
                    Rebufferer.BufferHolder held = rebufferer.rebuffer(position);
                    assertThat(held.offset()).isEqualTo(position);
                    assertThat(held.buffer().position()).isZero();
                    assertThat(held.buffer().limit()).isEqualTo(bytes);
                    position += bytes;
                }
                assertThat(ReadAhead.instance().bytesInUse()).isEqualTo(BLOCK_BYTES);
            }
        });
    }

    @Test
    void aTruncatedIndexEndsAtItsLastByte() throws Exception {
        Path directory = RuleFiles.scratch();
        Path cut = Files.copy(file.data(), directory.resolve("cut-Index.db"));
        Cases.run(() -> {
            try (FileHandle handle = Release.openPlain(cut, Files.size(cut));
                    RandomAccessReader ours = ReadAheadReaders.wrapIndex(handle.createReader())) {
                try (FileChannel channel = FileChannel.open(cut, StandardOpenOption.WRITE)) {
                    channel.truncate(BLOCK_BYTES + 10);
                }
                Rebufferer rebufferer = Openings.rebufferer(ours);
                assertThat(rebufferer.rebuffer(BLOCK_BYTES).buffer().limit()).isEqualTo(10);
                assertThat(rebufferer.rebuffer(2L * BLOCK_BYTES).buffer().limit())
                        .isZero();
            }
        });
        Damage.delete(directory);
    }

    @Test
    void anIndexWithoutMemoryIsReadByTheStockReader() throws Exception {
        Cases.run(() -> {
            ReadAhead.instance().budgetBytes(BLOCK_BYTES - 1);
            Counts counts = new Counts();
            try (FileHandle handle = Release.openPlain(file.data(), file.compressedLengthBytes());
                    ReaderPair pair = pair(handle)) {
                long before = ScannedCopy.descriptors(file.data().toRealPath());
                AccessPattern.SEQUENTIAL.run(pair, file);
                assertThat(ScannedCopy.descriptors(file.data().toRealPath())).isEqualTo(before);
            }
            assertThat(counts.fallbacks()).isEqualTo(ImmutableMap.of(Reason.BUDGET_SPENT, 1L));
        });
    }

    @Test
    void aSmallIndexIsLeftToCassandraAndAnyIndexIfReadAheadIsOff() throws Exception {
        for (long lengthBytes : new long[] {1, 4096})
            Cases.run(() -> {
                try (RandomAccessReader stock =
                        Release.openPlain(file.data(), lengthBytes).createReader()) {
                    assertThat(ReadAheadReaders.wrapIndex(stock)).isSameAs(stock);
                }
            });
        Cases.run(() -> {
            ReadAhead.instance().enabled(false);
            try (RandomAccessReader stock =
                    Release.openPlain(file.data(), BLOCK_BYTES).createReader()) {
                assertThat(ReadAheadReaders.wrapIndex(stock)).isSameAs(stock);
            }
        });
    }

    @Test
    void anIndexReaderNamesItsFileAndClosesTheReaderThatItReplaces() throws Exception {
        Cases.run(() -> {
            try (FileHandle handle = Release.openPlain(file.data(), file.compressedLengthBytes())) {
                RandomAccessReader stock = handle.createReader();
                Rebufferer rebufferer = Openings.rebufferer(ReadAheadReaders.wrapIndex(stock));
                rebufferer.rebuffer(0).release();
                assertThat(rebufferer.channel()).isSameAs(stock.getChannel());
                assertThat(rebufferer.fileLength()).isEqualTo(file.compressedLengthBytes());
                assertThat(rebufferer.getCrcCheckChance()).isEqualTo(stock.getCrcCheckChance());
                assertThat(rebufferer.toString()).contains(handle.path(), file.compressedLengthBytes() + " bytes");
                rebufferer.close();
                assertThatThrownBy(() -> rebufferer.rebuffer(0))
                        .isInstanceOf(IllegalStateException.class)
                        .hasMessageContaining(handle.path());
                rebufferer.closeReader();
                // A closed reader returns the length of the file as its position.
                assertThat(stock.getFilePointer()).isEqualTo(file.compressedLengthBytes());
            }
        });
    }

    private void reads(long lengthBytes, AccessPattern reading) throws Exception {
        SstableFile first = new SstableFile(file.name(), file.data(), null, null, lengthBytes);
        Cases.run(() -> {
            try (FileHandle handle = Release.openPlain(file.data(), lengthBytes);
                    ReaderPair pair = pair(handle)) {
                reading.run(pair, first);
            }
        });
    }

    private static ReaderPair pair(FileHandle handle) {
        return ReaderPair.of(handle.createReader(), ReadAheadReaders.wrapIndex(handle.createReader()));
    }
}
