package io.foreread.it.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import io.foreread.agent.readahead.Allocation;
import io.foreread.agent.readahead.BlockPool;
import io.foreread.agent.readahead.ReadAhead;
import io.foreread.agent.reader.ReadAheadReaders;
import io.foreread.exporter.recorder.Recorders;
import io.foreread.exporter.recorder.ScanRecorder.Pattern;
import io.foreread.exporter.recorder.ScanRecorder.Reason;
import java.lang.reflect.Field;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.cassandra.io.FSReadError;
import org.apache.cassandra.io.util.FileHandle;
import org.apache.cassandra.io.util.RandomAccessReader;
import org.apache.cassandra.io.util.Rebufferer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Checks how open scans share the buffer budget, and that failed scans release their memory. */
class MemoryRules {
    /**
     * The memory in addition to the block: a compressed LZ4 chunk of 16 KiB with the maximum size, rounded up to whole
     * pages, and the uncompressed chunk.
     */
    private static final int ROOM_BYTES = (20 + 16) << 10;

    @BeforeEach
    void resetStaticState() throws ReflectiveOperationException {
        RuleFiles.reset();
    }

    @Test
    void scansOfACompactionUseSmallerBlocksSoThatEachGetsOne() throws Exception {
        // The budget determines whether the first scan gets a block of 256, 128 or 64 KiB. With a smaller first block,
        // more memory is available for the other scans.
        shares("lz4-16", 4 * 292, 292, 4 * 292);
        shares("lz4-16", 4 * 292 - 1, 164, 164 + 3 * 292);
        shares("lz4-16", 4 * 164, 164, 4 * 164);
        shares("lz4-16", 4 * 164 - 1, 100, 100 + 3 * 164);
        shares("lz4-16", 4 * 100, 100, 4 * 100);
        // A block of 64 KiB would be too small for one of these chunks.
        shares("lz4-64", 4 * 388, 388, 4 * 388);
    }

    private static void shares(String table, int budgetKib, int firstKib, int allKib) throws Exception {
        int scans = 4;
        RuleFiles.reset();
        long budgetBytes = (long) budgetKib << 10;
        SstableFile file = RuleFiles.named(table);
        Cases.run(() -> {
            BlockPool pool = pool();
            pool.budgetBytes(budgetBytes);
            Counts counts = new Counts();
            List<ReaderPair> pairs = new ArrayList<>();
            try (FileHandle handle = Release.open(file, Mode.STANDARD, 1.0)) {
                for (int i = 0; i < scans; i++) pairs.add(ReaderPair.open(handle, Pattern.FULL, null));
                pairs.get(0).read(100);
                assertThat(pool.bytesInUse()).isEqualTo((long) firstKib << 10);
                for (ReaderPair pair : pairs) while (!pair.isEOF()) pair.read(5000);
                assertThat(pool.blocksInUse()).isEqualTo(scans);
                assertThat(pool.bytesInUse()).isEqualTo((long) allKib << 10);
                pairs.forEach(ReaderPair::close);
            }
            assertThat(counts.fallbacks()).isEmpty();
            assertThat(pool.blocksInUse()).isZero();
            assertThat(pool.hasRoomForPendingScans((int) budgetBytes & -4096)).isTrue();
        });
    }

    @Test
    void ifTheSmallestBlocksExceedTheBudgetTheLastScansUseTheStockReader() throws Exception {
        Cases.run(() -> {
            int smallest = ROOM_BYTES + (64 << 10);
            pool().budgetBytes(2L * smallest - 1);
            Counts counts = new Counts();
            try (FileHandle handle = Release.open(RuleFiles.named("lz4-16"), Mode.STANDARD, 1.0);
                    ReaderPair one = ReaderPair.open(handle, Pattern.FULL, null);
                    ReaderPair other = ReaderPair.open(handle, Pattern.FULL, null)) {
                while (!one.isEOF()) {
                    one.read(5000);
                    other.read(5000);
                }
                assertThat(pool().bytesInUse()).isEqualTo(smallest);
            }
            assertThat(counts.fallbacks()).hasSize(1).containsValue(1L);
        });
    }

    @Test
    void aHalvedBlockIsAligned() throws Exception {
        Cases.run(() -> {
            ReadAhead.instance().blockBytes(132 << 10);
            pool().budgetBytes(300 << 10);
            try (FileHandle handle = Release.open(RuleFiles.named("lz4-16"), Mode.STANDARD, 1.0);
                    RandomAccessReader reader = Openings.full(handle);
                    RandomAccessReader waiting = Openings.full(handle)) {
                reader.readByte();
                assertThat(pool().bytesInUse()).isEqualTo(ROOM_BYTES + (64 << 10));
                waiting.readByte();
            }
        });
    }

    @Test
    void neitherAScanClosedWithoutAReadNorARangeReadReservesAShare() throws Exception {
        Cases.run(() -> {
            pool().budgetBytes(400 << 10);
            try (FileHandle handle = Release.open(RuleFiles.named("lz4-16"), Mode.STANDARD, 1.0);
                    RandomAccessReader reader = Openings.full(handle);
                    RandomAccessReader range = ReadAheadReaders.open(
                            handle, true, Pattern.RAMP, null, Release.NATIVE, handle::createReader)) {
                assertThat(range.getFilePointer()).isZero();
                try (RandomAccessReader unread = Openings.full(handle)) {
                    assertThat(unread.getFilePointer()).isZero();
                    assertThat(pool().hasRoomForPendingScans(200 << 10)).isTrue();
                    assertThat(pool().hasRoomForPendingScans((200 << 10) + 1)).isFalse();
                }
                reader.readByte();
                assertThat(pool().bytesInUse()).isEqualTo(292 << 10);
            }
            assertThat(pool().hasRoomForPendingScans(400 << 10)).isTrue();
        });
    }

    @Test
    void aScanIsLeftToCassandraAfterAnUnexpectedFailureOfItsFirstRead() throws Exception {
        Cases.run(() -> {
            Counts counts = new Counts();
            try (FileHandle handle = Release.open(RuleFiles.named("lz4-16"), Mode.STANDARD, 1.0);
                    RandomAccessReader stock = handle.createReader();
                    RandomAccessReader reader = Openings.full(handle)) {
                Rebufferer rebufferer = Openings.rebufferer(reader);
                Field source = rebufferer.getClass().getDeclaredField("source");
                source.setAccessible(true);
                Object compressed = source.get(rebufferer);
                Field factory = compressed.getClass().getDeclaredField("factory");
                factory.setAccessible(true);
                factory.set(compressed, null);
                byte[] wanted = new byte[100_000];
                byte[] read = new byte[wanted.length];
                stock.readFully(wanted);
                reader.readFully(read);
                assertThat(read).isEqualTo(wanted);
                assertThat(pool().bytesInUse()).isZero();
            }
            assertThat(counts.fallbacks()).isEqualTo(ImmutableMap.of(Reason.UNEXPECTED_ERROR, 1L));
        });
    }

    /** A failed read must release its memory, because 5.0.0 to 5.0.3 do not close a key cursor after an Error. */
    @Test
    void aFailedReadHoldsNoMemoryAndTheNextReadContinues() throws Exception {
        ScannedCopy copy = new ScannedCopy(RuleFiles.named("lz4-16"));
        copy.scan(ReadPath.INLINE, reader -> {
            copy.whileClosed(
                    reader, closed -> assertThatThrownBy(reader::readByte).isInstanceOf(FSReadError.class));
            assertThat(pool().bytesInUse()).isZero();
            assertThat(copy.descriptors()).isOne();
            reader.seek(0);
            assertThat(copy.restOf(reader)).isEqualTo(reader.length());
            assertThat(pool().bytesInUse()).isPositive();
        });
        assertThat(pool().bytesInUse()).isZero();
        copy.delete();
    }

    /** The key cursor reads before the scans do. */
    @Test
    void aKeyCursorDoesNotReduceTheSharesOfScans() throws Exception {
        Cases.run(() -> {
            pool().budgetBytes(2 * (292 << 10));
            try (FileHandle handle = Release.open(RuleFiles.named("lz4-16"), Mode.STANDARD, 1.0);
                    RandomAccessReader one = Openings.full(handle);
                    RandomAccessReader other = Openings.full(handle);
                    RandomAccessReader third = Openings.full(handle);
                    RandomAccessReader cursor = (RandomAccessReader)
                            ReadAheadReaders.openKeyCursor(handle, true, Pattern.FULL, Release.NATIVE, 0)) {
                cursor.readByte();
                assertThat(pool().bytesInUse()).isEqualTo(164 << 10);
                for (RandomAccessReader reader : ImmutableList.of(one, other, third)) reader.readByte();
                assertThat(pool().blocksInUse()).isEqualTo(4);
            }
        });
    }

    @Test
    void aSequentialRangeReadStartsWithASmallBlockAndGetsAFullOne() throws Exception {
        Cases.run(() -> {
            try (FileHandle handle = Release.open(RuleFiles.named("lz4-16"), Mode.STANDARD, 1.0);
                    ReaderPair range = ReaderPair.open(handle, Pattern.RAMP, null)) {
                range.read(1);
                assertThat(pool().bytesInUse()).isEqualTo(ROOM_BYTES + (64 << 10));
                while (!range.isEOF()) range.read(5000);
                assertThat(pool().bytesInUse()).isEqualTo(292 << 10);
                assertThat(pool().blocksInUse()).isOne();
            }
        });
    }

    @Test
    void aRangeReadDoesNotUseItsReleasedSmallBlock() throws Exception {
        Cases.run(() -> {
            try (FileHandle handle = Release.open(RuleFiles.named("lz4-16"), Mode.STANDARD, 1.0);
                    ReaderPair range = ReaderPair.open(handle, Pattern.RAMP, null)) {
                while (pool().bytesInUse() != 292 << 10) range.read(1000);
                // This allocation gets the memory of the released small block, which is the first free part of the
                // slab.
                Allocation other = pool().acquire(ROOM_BYTES + (64 << 10), BlockPool.Use.SCAN);
                try {
                    while (!range.isEOF()) {
                        ByteBuffer memory = other.memory();
                        while (memory.hasRemaining()) memory.put((byte) 0xA5);
                        range.read(1000);
                    }
                    ByteBuffer memory = other.memory();
                    while (memory.hasRemaining()) assertThat(memory.get()).isEqualTo((byte) 0xA5);
                } finally {
                    pool().release(other);
                }
            }
        });
    }

    @Test
    void aRangeReadWithoutMemoryForAFullBlockKeepsItsSmallBlockAndRetries() throws Exception {
        Cases.run(() -> {
            pool().budgetBytes(2 * (292 << 10));
            Counts counts = new Counts();
            try (FileHandle handle = Release.open(RuleFiles.named("lz4-16"), Mode.STANDARD, 1.0);
                    ReaderPair range = ReaderPair.open(handle, Pattern.RAMP, null)) {
                for (int i = 0; i < 20; i++) range.read(16 << 10);
                // The small and the full block together would exceed the half of the budget that range reads may use.
                assertThat(pool().bytesInUse()).isEqualTo(100 << 10);
                pool().budgetBytes(64 << 20);
                while (!range.isEOF()) range.read(5000);
                assertThat(pool().bytesInUse()).isEqualTo(292 << 10);
            }
            assertThat(counts.fallbacks()).isEmpty();
        });
    }

    @Test
    void rangeReadsLeaveHalfOfTheBudgetToACompaction() throws Exception {
        Cases.run(() -> {
            pool().budgetBytes(8 * (292 << 10));
            List<RandomAccessReader> ranges = new ArrayList<>();
            try (FileHandle handle = Release.open(RuleFiles.named("lz4-16"), Mode.STANDARD, 1.0)) {
                for (int i = 0; i < 50; i++) {
                    ranges.add(ReadAheadReaders.open(
                            handle, true, Pattern.RAMP, null, Release.NATIVE, handle::createReader));
                    ranges.get(i).readFully(new byte[300_000]);
                }
                assertThat(pool().bytesInUse()).isLessThanOrEqualTo(4 * (292 << 10));
                Counts counts = new Counts();
                List<RandomAccessReader> scans = new ArrayList<>();
                for (int i = 0; i < 4; i++) scans.add(Openings.full(handle));
                for (RandomAccessReader scan : scans) scan.readByte();
                assertThat(counts.opened()).isEqualTo(ImmutableMap.of("foreread full", 4L));
                scans.forEach(RandomAccessReader::close);
                ranges.forEach(RandomAccessReader::close);
            }
        });
    }

    @Test
    void aScanThatFellBackReturnsToReadAheadWhenMemoryIsAvailable() throws Exception {
        for (Mode mode : ImmutableList.of(Mode.STANDARD, Mode.MMAP))
            for (Pattern pattern : Pattern.values())
                Cases.run(() -> {
                    pool().budgetBytes(0);
                    Counts counts = new Counts();
                    long resumed = Recorders.SCANS.resumedScans();
                    try (FileHandle handle = Release.open(RuleFiles.named("lz4-16"), mode, 1.0);
                            ReaderPair scan = ReaderPair.open(handle, pattern, null)) {
                        for (int i = 0; i < 4; i++) scan.read(16 << 10);
                        assertThat(counts.fills()).isZero();
                        pool().budgetBytes(64 << 20);
                        while (!scan.isEOF()) scan.read(5000);
                        assertThat(counts.fills()).isPositive();
                        assertThat(pool().blocksInUse()).isOne();
                    }
                    assertThat(Recorders.SCANS.resumedScans() - resumed).isOne();
                    String stock = (Release.NATIVE ? "native " : "stock ") + pattern.label();
                    assertThat(counts.opened()).isEqualTo(ImmutableMap.of(stock, 1L));
                    assertThat(counts.fallbacks()).isEqualTo(ImmutableMap.of(Reason.BUDGET_SPENT, 1L));
                });
    }

    @Test
    void aScanThatFellBackRetriesAfterThirtyTwoChunks() throws Exception {
        SstableFile file = RuleFiles.named("lz4-16");
        int chunks = 32;
        assertThat(file.chunkCount()).isGreaterThan(chunks);
        Cases.run(() -> {
            pool().budgetBytes(0);
            Counts counts = new Counts();
            try (FileHandle handle = Release.open(file, Mode.STANDARD, 1.0);
                    RandomAccessReader scan = Openings.full(handle)) {
                scan.readByte();
                pool().budgetBytes(64 << 20);
                scan.readFully(new byte[chunks * file.chunkLengthBytes() - 1]);
                assertThat(counts.fills()).isZero();
                scan.readByte();
                assertThat(counts.fills()).isOne();
            }
        });
    }

    /**
     * The chunk that a scan reads first after its return to read-ahead can be damaged. So the stock reader must stay
     * open until the scan has read a chunk with read-ahead.
     */
    @Test
    void aDamagedChunkOnTheReturnToReadAheadIsReadByTheStockReader() throws Exception {
        Path directory = RuleFiles.scratch();
        SstableFile damaged = Damage.FLIP_IN_EVERY_CHECKSUM.copyOf(RuleFiles.named("lz4-16"), directory);
        for (Mode mode : ImmutableList.of(Mode.STANDARD, Mode.MMAP))
            Cases.run(() -> {
                pool().budgetBytes(0);
                Counts counts = new Counts();
                try (FileHandle handle = Release.open(damaged, mode, 1.0);
                        ReaderPair scan = ReaderPair.open(handle, Pattern.FULL, null)) {
                    for (int chunk = 0; chunk < damaged.chunkCount(); chunk++) {
                        long position = (long) chunk * damaged.chunkLengthBytes();
                        scan.both("chunk " + chunk, reader -> {
                            reader.seek(position);
                            return reader.readByte();
                        });
                        scan.sameState("at chunk " + chunk);
                        if (chunk == 3) pool().budgetBytes(64 << 20);
                    }
                    assertThat(pool().bytesInUse()).isZero();
                }
                assertThat(counts.fills())
                        .as("fills in attempts to return to read-ahead")
                        .isPositive();
            });
        Damage.delete(directory);
    }

    @Test
    void aScanThatFellBackStaysWithCassandrasReaderWhileReadAheadIsSwitchedOff() throws Exception {
        Cases.run(() -> {
            pool().budgetBytes(0);
            Counts counts = new Counts();
            try (FileHandle handle = Release.open(RuleFiles.named("lz4-16"), Mode.STANDARD, 1.0);
                    ReaderPair scan = ReaderPair.open(handle, Pattern.FULL, null)) {
                scan.read(1);
                pool().budgetBytes(64 << 20);
                ReadAhead.instance().enabled(false);
                while (!scan.isEOF()) scan.read(5000);
            }
            assertThat(counts.fills()).isZero();
        });
    }

    private static BlockPool pool() {
        return ReadAhead.instance().pool();
    }
}
