package io.foreread.it.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import com.google.common.util.concurrent.RateLimiter;
import io.foreread.agent.readahead.ReadAhead;
import io.foreread.agent.reader.ReadAheadReaders;
import io.foreread.agent.reader.Scan;
import io.foreread.exporter.recorder.Recorders;
import io.foreread.exporter.recorder.ScanRecorder.Pattern;
import io.foreread.exporter.recorder.ScanRecorder.Reason;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Random;
import org.apache.cassandra.io.FSReadError;
import org.apache.cassandra.io.util.FileHandle;
import org.apache.cassandra.io.util.RandomAccessReader;
import org.apache.cassandra.io.util.Rebufferer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Checks scans of uncompressed files: what no check of a chunk detects, failures, sizes of reads, and memory. {@link
 * PlainEndRules} checks the ends of files. {@link ReaderRules} compares all sequences of reads and seeks with the stock
 * reader.
 */
class PlainRules {
    static final int BLOCK_BYTES = 64 << 10;
    private static final int PAGE_BYTES = SstableFile.PAGE_BYTES;
    static final int CHUNKS_UNTIL_RETRY = 32;

    private final SstableFile file = RuleFiles.named("plain");

    @BeforeEach
    void resetStaticState() throws ReflectiveOperationException {
        RuleFiles.reset();
    }

    /** Returns more bytes than a scan of a mapped file reads with the stock reader before it tries again to read ahead. */
    static byte[] noise() {
        byte[] content = new byte[(CHUNKS_UNTIL_RETRY + 4) * (128 << 10) + 77];
        new Random(5).nextBytes(content);
        return content;
    }

    static SstableFile write(Path directory, byte[] content) throws IOException {
        Path data = Files.write(directory.resolve("nb-1-big-Data.db"), content);
        return new SstableFile("noise", data, null, null, content.length);
    }

    static RandomAccessReader open(FileHandle handle, Pattern pattern) {
        return ReadAheadReaders.open(handle, true, pattern, null, Release.NATIVE, handle::createReader);
    }

    /** Cassandra uses CRC.db only when it streams an sstable, and the digest only when it verifies one. */
    @Test
    void aFlippedByteIsReturnedAsWithStock() throws Exception {
        Path directory = RuleFiles.scratch();
        byte[] content = Files.readAllBytes(file.data());
        content[content.length / 2] ^= 0x10;
        SstableFile flipped = write(directory, content);
        for (Mode mode : Readings.modes())
            for (Pattern pattern : Pattern.values())
                Cases.run(() -> {
                    Readings.read(flipped, mode, pattern, AccessPattern.SEQUENTIAL, null, 1.0);
                    try (FileHandle handle = Release.open(flipped, mode, 1.0);
                            RandomAccessReader reader = open(handle, pattern)) {
                        byte[] read = new byte[content.length];
                        reader.readFully(read);
                        assertThat(Arrays.equals(read, content)).isTrue();
                    }
                });
        Damage.delete(directory);
    }

    @Test
    void anErrorOfTheDeviceFailsLikeStock() throws Exception {
        ScannedCopy copy = new ScannedCopy(file);
        Cases.run(() -> {
            try (FileHandle handle = Release.open(copy.file(), Mode.STANDARD, 1.0);
                    ReaderPair pair = ReaderPair.open(handle, Pattern.RAMP, null);
                    RandomAccessReader any = handle.createReader()) {
                pair.read(100);
                copy.whileClosed(any, closed -> {
                    assertThat(pair.attempt("seek with a closed channel", reader -> {
                                reader.seek(200_000);
                                return reader.readByte();
                            }))
                            .isFalse();
                    assertThat(pair.failure()).contains("FSReadError", "ClosedChannelException");
                });
                pair.seekAndRead(100_000, 5000);
            }
        });
        copy.delete();
    }

    /** The memory of the previous block can belong to another scan after a failure. */
    @Test
    void aScanThatFailedReturnsNoByteOfItsPreviousBlock() throws Exception {
        ScannedCopy copy = new ScannedCopy(file);
        long stockPosition = positionOfStockAfterFailure(copy);
        copy.scan(ReadPath.INLINE, Pattern.RAMP, reader -> {
            reader.readByte();
            copy.whileClosed(reader, closed -> {
                assertThatThrownBy(() -> reader.readFully(new byte[BLOCK_BYTES]))
                        .isInstanceOf(FSReadError.class);
                assertThat(reader.getFilePointer()).isEqualTo(stockPosition);
                assertThatThrownBy(() -> {
                            reader.seek(PAGE_BYTES + 1000);
                            reader.readByte();
                        })
                        .isInstanceOf(FSReadError.class);
                assertThat(ReadAhead.instance().bytesInUse()).isZero();
            });
            reader.seek(0);
            assertThat(copy.restOf(reader)).isEqualTo(file.dataLengthBytes());
        });
        copy.delete();
    }

    /** Returns where Cassandra's reader is after a failed read of the second page: the start of this page, on 6.0 of the first. */
    private static long positionOfStockAfterFailure(ScannedCopy copy) throws Exception {
        try (FileHandle handle = Release.open(copy.file(), Mode.STANDARD, 1.0);
                RandomAccessReader stock = handle.createReader()) {
            stock.readByte();
            copy.whileClosed(stock, closed -> assertThatThrownBy(() -> stock.readFully(new byte[BLOCK_BYTES]))
                    .isInstanceOf(FSReadError.class));
            return stock.getFilePointer();
        }
    }

    @Test
    void aScanThatKnowsTheEndOfItsRangeReadsNothingAheadBeyondIt() throws Exception {
        Cases.run(() -> {
            ReadAhead.instance().blockBytes(BLOCK_BYTES);
            int end = BLOCK_BYTES + 5000;
            Counts counts = new Counts();
            try (FileHandle handle = Release.open(file, Mode.STANDARD, 1.0);
                    RandomAccessReader reader = open(handle, Pattern.FULL)) {
                Scan.of(reader).readUntil(end);
                reader.readFully(new byte[end]);
                assertThat(counts.fills()).isEqualTo(2);
                assertThat(counts.fillBytes()).isEqualTo(end);
                reader.readByte();
                assertThat(counts.fillBytes()).isEqualTo(end + PAGE_BYTES);
                Scan.of(reader).readUntil(file.dataLengthBytes());
                reader.seek(150_000);
                reader.readByte();
                assertThat(counts.fillBytes()).isEqualTo(end + PAGE_BYTES + BLOCK_BYTES);
            }
        });
    }

    @Test
    void aScanOfRangesReadsEachOfThemToItsEnd() throws Exception {
        Cases.run(() -> {
            Counts counts = new Counts();
            try (FileHandle handle = Release.open(file, Mode.STANDARD, 1.0);
                    RandomAccessReader reader = open(handle, Pattern.FULL)) {
                Scan.of(reader).readRanges(new long[] {10_000, 120_000});
                reader.readFully(new byte[10_000]);
                reader.seek(100_000);
                reader.readFully(new byte[20_000]);
            }
            assertThat(counts.fills()).isEqualTo(2);
            assertThat(counts.fillBytes()).isEqualTo(30_000);
        });
    }

    /** A page fault reads whole pages too. */
    @Test
    void aReadOfAMappedFileStartsAtAPageAfterASeek() throws Exception {
        Cases.run(() -> {
            Counts counts = new Counts();
            try (FileHandle handle = Release.open(file, Mode.MMAP, 1.0);
                    RandomAccessReader reader = open(handle, Pattern.RAMP)) {
                reader.seek(2 * PAGE_BYTES + 1900);
                reader.readFully(new byte[PAGE_BYTES - 1900]);
                assertThat(counts.fills()).isOne();
                assertThat(counts.fillBytes()).isEqualTo(PAGE_BYTES);
                // The page of this byte follows the page that is held.
                reader.seek(3 * PAGE_BYTES + 1900);
                reader.readByte();
                reader.seek(2 * PAGE_BYTES);
                reader.readByte();
            }
            assertThat(counts.fills()).isEqualTo(3);
            assertThat(counts.fillBytes()).isEqualTo(3 * PAGE_BYTES);
        });
    }

    @Test
    void aRangeReadReadsPagesFirstAndThenDoublesUpToABlock() throws Exception {
        SstableFile large = write(RuleFiles.scratch(), noise());
        for (Mode mode : ImmutableList.of(Mode.STANDARD, Mode.MMAP))
            Cases.run(() -> {
                try (FileHandle handle = Release.open(large, mode, 1.0);
                        ReaderPair pair = ReaderPair.open(handle, Pattern.RAMP, null)) {
                    Counts counts = new Counts();
                    pair.read(4 * PAGE_BYTES);
                    assertThat(counts.fills()).isEqualTo(4);
                    assertThat(counts.fillBytes()).isEqualTo(4 * PAGE_BYTES);
                    for (int kib : new int[] {8, 16, 32, 64, 128, 256, 256}) {
                        long before = counts.fillBytes();
                        pair.read(1);
                        assertThat(ReadAhead.instance().bytesInUse())
                                .isEqualTo(kib > 64 ? ReadAhead.DEFAULT_BLOCK_BYTES : BLOCK_BYTES);
                        assertThat(counts.fillBytes() - before).isEqualTo((long) kib << 10);
                        pair.read((kib << 10) - 1);
                    }
                    while (!pair.isEOF()) pair.read(100_000);
                    assertThat(counts.fillBytes()).isEqualTo(large.dataLengthBytes());
                    assertThat(counts.chunksServed())
                            .as("reads of the stock reader that the fills replaced")
                            .isEqualTo((large.dataLengthBytes() + PAGE_BYTES - 1) / PAGE_BYTES);
                }
            });
        Damage.delete(large.data().getParent());
    }

    @Test
    void aScanWithoutMemoryReadsWithTheStockReader() throws Exception {
        for (Mode mode : Readings.modes())
            for (AccessPattern reading : AccessPattern.values()) {
                Cases.run(() -> WithoutMemoryRules.readsWithout(file, mode, reading, null));
                Cases.run(() -> WithoutMemoryRules.readsWithout(file, mode, reading, RateLimiter.create(1e12)));
            }
    }

    @Test
    void aScanThatFellBackReturnsToReadAheadWhenMemoryIsAvailable() throws Exception {
        SstableFile large = write(RuleFiles.scratch(), noise());
        for (Mode mode : ImmutableList.of(Mode.STANDARD, Mode.MMAP))
            for (Pattern pattern : Pattern.values())
                Cases.run(() -> {
                    ReadAhead.instance().budgetBytes(0);
                    Counts counts = new Counts();
                    long resumed = Recorders.SCANS.resumedScans();
                    try (FileHandle handle = Release.open(large, mode, 1.0);
                            ReaderPair scan = ReaderPair.open(handle, pattern, null)) {
                        scan.read(10_000);
                        ReadAhead.instance().budgetBytes(64 << 20);
                        while (!scan.isEOF()) scan.read(50_000);
                        assertThat(counts.fills()).isPositive();
                        assertThat(ReadAhead.instance().buffersInUse()).isOne();
                    }
                    assertThat(Recorders.SCANS.resumedScans() - resumed).isOne();
                    assertThat(counts.fallbacks()).isEqualTo(ImmutableMap.of(Reason.BUDGET_SPENT, 1L));
                });
        Damage.delete(large.data().getParent());
    }

    /** The limiter shortens the buffers that it gets, and a shortened block must not be read again. */
    @Test
    void aBlockThatTheRateLimiterSplitsIsReadOnce() throws Exception {
        RateLimiter limiter = RateLimiter.create(1e12);
        Cases.run(() -> {
            Counts counts = new Counts();
            try (FileHandle handle = Release.open(file, Mode.STANDARD, 1.0);
                    ReaderPair pair = ReaderPair.open(handle, Pattern.FULL, limiter)) {
                AccessPattern.SEQUENTIAL.run(pair, file);
            }
            assertThat(counts.fills()).isEqualTo(file.dataLengthBytes() / ReadAhead.DEFAULT_BLOCK_BYTES + 1);
            assertThat(counts.fillBytes()).isEqualTo(file.dataLengthBytes());
        });
    }

    @Test
    void aReaderNamesItsFileAndFailsAfterItsClose() throws Exception {
        Cases.run(() -> {
            try (FileHandle handle = Release.open(file, Mode.STANDARD, 1.0);
                    RandomAccessReader stock = handle.createReader();
                    RandomAccessReader ours = open(handle, Pattern.FULL)) {
                ours.readByte();
                Rebufferer rebufferer = Openings.rebufferer(ours);
                assertThat(ours.getCrcCheckChance())
                        .isEqualTo(stock.getCrcCheckChance())
                        .isZero();
                assertThat(rebufferer.channel()).isSameAs(handle.channel);
                assertThat(rebufferer.fileLength()).isEqualTo(stock.length());
                assertThat(rebufferer.toString())
                        .contains(handle.path(), "uncompressed", String.valueOf(stock.length()));
                rebufferer.closeReader();
                assertThatThrownBy(() -> rebufferer.rebuffer(0))
                        .isInstanceOf(IllegalStateException.class)
                        .hasMessageContaining(handle.path());
            }
        });
    }
}
