package io.foreread.it.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.google.common.collect.ImmutableList;
import io.foreread.agent.readahead.ReadAhead;
import io.foreread.agent.reader.ReadAheadReaders;
import io.foreread.agent.reader.Scan;
import io.foreread.agent.reader.ScanReaders;
import io.foreread.exporter.recorder.Recorders;
import io.foreread.exporter.recorder.ScanRecorder.Pattern;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.cassandra.config.Config;
import org.apache.cassandra.io.sstable.format.SSTableReader;
import org.apache.cassandra.io.util.FileHandle;
import org.apache.cassandra.io.util.RandomAccessReader;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Checks that a scan of ranges reads and decompresses only the chunks that contain these ranges. */
class RangeEndRules {
    private static final int TRIES = 10;
    private static final String BOUNDS = SSTableReader.class.getName() + "$PartitionPositionBounds";

    private final SstableFile file = RuleFiles.named("lz4-16");
    private final Path directory = RuleFiles.scratch();

    @BeforeEach
    void resetMemory() throws ReflectiveOperationException {
        RuleFiles.reset();
    }

    @AfterEach
    void deleteTheTable() throws Exception {
        Damage.delete(directory);
    }

    private List<ReadPath> paths() {
        List<ReadPath> paths = new ArrayList<>(ReadPath.all(false));
        paths.removeIf(path -> !path.suits(file));
        return paths;
    }

    @Test
    void aScanThatKnowsTheEndOfItsRangeReadsOnlyTheChunksOfTheRange() throws Exception {
        for (ReadPath path : paths())
            for (int chunks : new int[] {1, 2, 7, file.chunkCount() / 2, file.chunkCount()})
                for (int first : new int[] {0, 3, file.chunkCount() - chunks})
                    for (int shorterBytes : new int[] {0, 1, file.chunkLengthBytes() - 1})
                        reads(path, Math.min(first, file.chunkCount() - chunks), chunks, shorterBytes);
    }

    private void reads(ReadPath path, int first, int chunks, int shorterBytes) throws Exception {
        Cases.run(() -> {
            path.choose();
            ReadAhead.instance().blockBytes(ReadAhead.MIN_BLOCK_BYTES);
            Counts counts = new Counts();
            long ahead = Recorders.SCANS.chunksAhead();
            try (FileHandle handle = Release.open(file, Mode.STANDARD, 1.0);
                    RandomAccessReader scan = open(handle);
                    RandomAccessReader stock = handle.createReader()) {
                long start = (long) first * file.chunkLengthBytes();
                long end = Math.min(file.dataLengthBytes(), start + (long) chunks * file.chunkLengthBytes());
                if (first + chunks < file.chunkCount()) end -= shorterBytes;
                Scan.of(scan).readUntil(end);
                assertSameBytes(scan, stock, start, end);
            }
            assertThat(counts.fillBytes()).isEqualTo(bytesOf(first, chunks));
            if (bytesOf(first, chunks) <= ReadAhead.MIN_BLOCK_BYTES)
                assertThat(counts.fills()).isOne();
            assertThat(Recorders.SCANS.chunksAhead() - ahead).isLessThan(Math.max(1, chunks));
        });
    }

    @Test
    void aScanThatKnowsItsRangesReadsOnlyTheChunksOfTheRanges() throws Exception {
        int chunk = file.chunkLengthBytes();
        // The second range starts in the chunk where the first ends. The last range ends at the end of the file.
        long[] starts = {10, 2L * chunk + 70, 9L * chunk, (file.chunkCount() - 2L) * chunk};
        long[] ends = {2L * chunk + 60, 4L * chunk, 9L * chunk + 1, file.dataLengthBytes()};
        long wanted = bytesOf(0, 4) + bytesOf(9, 1) + bytesOf(file.chunkCount() - 2, 2);
        for (ReadPath path : paths())
            Cases.run(() -> {
                path.choose();
                Counts counts = new Counts();
                try (FileHandle handle = Release.open(file, Mode.STANDARD, 1.0);
                        RandomAccessReader scan = open(handle);
                        RandomAccessReader stock = handle.createReader()) {
                    Scan.of(scan).readRanges(ends);
                    for (int i = 0; i < starts.length; i++) assertSameBytes(scan, stock, starts[i], ends[i]);
                }
                assertThat(counts.fillBytes()).isEqualTo(wanted);
            });
    }

    @Test
    void aRangeThatStartsAtTheEndOfThePreviousRangeIsReadWithOneFill() throws Exception {
        int chunk = file.chunkLengthBytes();
        Cases.run(() -> {
            ReadPath.INLINE.choose();
            Counts counts = new Counts();
            try (FileHandle handle = Release.open(file, Mode.STANDARD, 1.0);
                    RandomAccessReader scan = open(handle)) {
                Scan.of(scan).readRanges(new long[] {4L * chunk, 7L * chunk});
                scan.readFully(new byte[7 * chunk]);
            }
            assertThat(counts.fillBytes()).isEqualTo(bytesOf(0, 7));
            assertThat(counts.fills()).isEqualTo(2);
        });
    }

    @Test
    void aRangeEndThatChangesDuringTheScanTakesEffect() throws Exception {
        int chunk = file.chunkLengthBytes();
        Cases.run(() -> {
            ReadPath.INLINE.choose();
            Counts counts = new Counts();
            try (FileHandle handle = Release.open(file, Mode.STANDARD, 1.0);
                    RandomAccessReader scan = open(handle)) {
                Scan.of(scan).readUntil(4L * chunk);
                scan.readFully(new byte[4 * chunk]);
                Scan.of(scan).readUntil(7L * chunk);
                scan.readFully(new byte[3 * chunk]);
            }
            assertThat(counts.fillBytes()).isEqualTo(bytesOf(0, 7));
            assertThat(counts.fills()).isEqualTo(2);
        });
    }

    @Test
    void theNextRangeIsDecompressedAheadToo() throws Exception {
        int chunk = file.chunkLengthBytes();
        int first = 15;
        int secondStart = 20;
        int secondEnd = 43;
        assertThat(file.dataLengthBytes()).isGreaterThanOrEqualTo((long) secondEnd * chunk);
        Cases.run(() -> {
            ReadPath.AHEAD.choose();
            long ahead = 0;
            // A scan decompresses ahead only if a thread is available, which is not always the case.
            for (int i = 0; i < TRIES && ahead == 0; i++) {
                Counts counts = new Counts();
                try (FileHandle handle = Release.open(file, Mode.STANDARD, 1.0);
                        RandomAccessReader scan = open(handle);
                        RandomAccessReader stock = handle.createReader()) {
                    Scan.of(scan).readRanges(new long[] {(long) first * chunk, (long) secondEnd * chunk});
                    assertSameBytes(scan, stock, 0, (long) first * chunk);
                    long before = Recorders.SCANS.chunksAhead();
                    assertSameBytes(scan, stock, (long) secondStart * chunk, (long) secondEnd * chunk);
                    ahead = Recorders.SCANS.chunksAhead() - before;
                }
                assertThat(counts.fillBytes())
                        .isEqualTo(bytesOf(0, first) + bytesOf(secondStart, secondEnd - secondStart));
            }
            assertThat(ahead).isPositive();
        });
    }

    /**
     * Opens readers as the compaction scanner of 5.0.5 and later does. 4.0 and later have the class of the bounds too, so
     * the rule can run there.
     */
    @Test
    void aScannerThatKnowsItsBoundsReadsNothingOutsideThem() throws Exception {
        assumeTrue(Release.typeOrNull(BOUNDS) != null, "this release has no class for the bounds of a scan");
        int chunk = file.chunkLengthBytes();
        OpenedSstable.with(file.name(), sstable -> {
            List<Object> bounds = ImmutableList.of(bounds(0, 2L * chunk), bounds(5L * chunk, 8L * chunk));
            reads(ScanReaders.openNative(sstable, bounds, RuleFiles.HOOK));
            reads(ScanReaders.openNative(sstable, Config.DiskAccessMode.standard, bounds, RuleFiles.HOOK));
        });
    }

    /** Creates the bounds by reflection: the rules are compiled against 3.11, which does not have the class. */
    private static Object bounds(long start, long end) throws ReflectiveOperationException {
        return Class.forName(BOUNDS).getConstructor(long.class, long.class).newInstance(start, end);
    }

    private void reads(RandomAccessReader scanner) throws Exception {
        int chunk = file.chunkLengthBytes();
        Counts counts = new Counts();
        try (RandomAccessReader scan = scanner) {
            scan.readFully(new byte[2 * chunk]);
            scan.seek(5L * chunk);
            scan.readFully(new byte[3 * chunk]);
        }
        assertThat(counts.fillBytes()).isEqualTo(bytesOf(0, 2) + bytesOf(5, 3));
    }

    @Test
    void withoutKnownRangesAScanReadsFullBlocks() throws Exception {
        for (long[] unknown : new long[][] {null, {}, {file.dataLengthBytes()}})
            Cases.run(() -> {
                Counts counts = new Counts();
                try (FileHandle handle = Release.open(file, Mode.STANDARD, 1.0);
                        RandomAccessReader scan = open(handle)) {
                    Scan.of(scan).readRanges(unknown);
                    scan.readByte();
                    assertThat(counts.fillBytes())
                            .isEqualTo(Math.min(ReadAhead.DEFAULT_BLOCK_BYTES, file.compressedLengthBytes()));
                }
            });
    }

    /** As without read-ahead, the chunks before it can be read. Only the read of this chunk fails. */
    @Test
    void aScanCanReadTheChunksBeforeALastChunkWithADamagedPosition() throws Exception {
        int last = 4;
        long lastStart = (long) last * file.chunkLengthBytes();
        SstableFile damaged = withPosition(last + 1, 0);
        for (ReadPath path : paths())
            Cases.run(() -> {
                path.choose();
                try (FileHandle handle = Release.open(damaged, Mode.STANDARD, 1.0);
                        RandomAccessReader scan = open(handle);
                        RandomAccessReader stock = handle.createReader()) {
                    Scan.of(scan).readUntil(lastStart + 1);
                    assertSameBytes(scan, stock, 0, lastStart);
                    assertThat(failure(scan, lastStart)).isNotNull().isEqualTo(failure(stock, lastStart));
                }
            });
    }

    private SstableFile withPosition(int chunk, long position) {
        Path table = directory.resolve("CompressionInfo.db");
        ChunkTable chunks = file.chunks().withOffset(chunk, position);
        chunks.write(table);
        return new SstableFile(file.name(), file.data(), table, chunks, file.compressedLengthBytes());
    }

    /** Returns the class of the exception of a read at the position; null if the read does not fail. */
    private static @Nullable Class<?> failure(RandomAccessReader reader, long position) {
        try {
            reader.seek(position);
            reader.readByte();
            return null;
        } catch (Exception | AssertionError e) {
            return e.getClass();
        }
    }

    @Test
    void dataBeyondTheRangeCanStillBeRead() throws Exception {
        for (ReadPath path : paths())
            Cases.run(() -> {
                path.choose();
                try (FileHandle handle = Release.open(file, Mode.STANDARD, 1.0);
                        RandomAccessReader scan = open(handle);
                        RandomAccessReader stock = handle.createReader()) {
                    Scan.of(scan).readUntil(3L * file.chunkLengthBytes());
                    assertSameBytes(scan, stock, 0, file.dataLengthBytes());
                }
            });
    }

    private static RandomAccessReader open(FileHandle handle) {
        return ReadAheadReaders.open(handle, true, Pattern.FULL, null, Release.NATIVE, handle::createReader);
    }

    private static void assertSameBytes(RandomAccessReader scan, RandomAccessReader stock, long start, long end)
            throws Exception {
        byte[] wanted = new byte[Math.toIntExact(end - start)];
        byte[] read = new byte[wanted.length];
        stock.seek(start);
        stock.readFully(wanted);
        scan.seek(start);
        scan.readFully(read);
        assertThat(read).isEqualTo(wanted);
    }

    /** The number of bytes of the chunks on disk, from chunk {@code first} on. */
    private long bytesOf(int first, int chunks) {
        long bytes = 0;
        for (int i = first; i < first + chunks; i++) bytes += file.sizeOf(i);
        return bytes;
    }
}
