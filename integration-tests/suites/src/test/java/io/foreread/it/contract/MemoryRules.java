package io.foreread.it.contract;

import static io.foreread.it.contract.RuleMemory.ROOM_BYTES;
import static io.foreread.it.contract.RuleMemory.pool;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import io.foreread.agent.readahead.BlockPool;
import io.foreread.agent.readahead.ReadAhead;
import io.foreread.agent.reader.ReadAheadReaders;
import io.foreread.exporter.recorder.ScanRecorder.Pattern;
import io.foreread.exporter.recorder.ScanRecorder.Reason;
import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import org.apache.cassandra.io.FSReadError;
import org.apache.cassandra.io.util.FileHandle;
import org.apache.cassandra.io.util.RandomAccessReader;
import org.apache.cassandra.io.util.Rebufferer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Checks how much memory a scan allocates, how open scans share the buffer budget, and that failed scans release their
 * memory.
 */
class MemoryRules {
    @BeforeEach
    void resetStaticState() throws ReflectiveOperationException {
        RuleFiles.reset();
    }

    @Test
    void aScanAllocatesTailRoomBlockAndChunkAtItsFirstRead() throws Exception {
        // The memory in addition to the block: a compressed chunk of the maximum size, rounded up to whole pages, and
        // an uncompressed chunk.
        allocates("lz4-4", (8 + 4) << 10);
        allocates("lz4-16", (20 + 16) << 10);
        allocates("lz4-32", (36 + 32) << 10);
        allocates("lz4-64", (68 + 64) << 10);
        allocates("lz4-128", (132 + 128) << 10);
        allocates("deflate-16", (20 + 16) << 10);
        allocates("plain", 0);
    }

    private static void allocates(String name, int roomBytes) throws Exception {
        Cases.run(() -> {
            ReadAhead readAhead = ReadAhead.instance();
            try (FileHandle handle = Release.open(RuleFiles.named(name), Mode.STANDARD, 1.0);
                    RandomAccessReader reader = Openings.full(handle)) {
                assertThat(readAhead.bytesInUse()).isZero();
                reader.readByte();
                assertThat(readAhead.bytesInUse()).isEqualTo(readAhead.blockBytes() + roomBytes);
                assertThat(readAhead.buffersInUse()).isOne();
            }
            assertThat(readAhead.buffersInUse()).isZero();
        });
    }

    @Test
    void aScanWithoutMemoryReadsWithTheStockReader() throws Exception {
        SstableFile file = RuleFiles.named("lz4-16");
        for (AccessPattern reading : ImmutableList.of(
                AccessPattern.SEQUENTIAL, AccessPattern.RANDOM, AccessPattern.ENDS, AccessPattern.CLOSING))
            Cases.run(() -> WithoutMemoryRules.readsWithout(file, Mode.STANDARD, reading, null));
        Cases.run(() -> WithoutMemoryRules.readsWithMemoryForOne(file));
    }

    @Test
    void theFallbackReaderIsClosedWithTheScan() throws Exception {
        Cases.run(() -> {
            ReadAhead.instance().budgetBytes(0);
            try (FileHandle handle = Release.open(RuleFiles.named("lz4-16"), Mode.STANDARD, 1.0)) {
                RandomAccessReader stock = handle.createReader();
                try (RandomAccessReader reader = Openings.limited(handle, null, () -> stock)) {
                    reader.readByte();
                    assertThat(stock.getFilePointer()).isZero();
                }
                // A closed reader returns the length of the file as its position.
                assertThat(stock.getFilePointer()).isEqualTo(stock.length());
            }
        });
    }

    @Test
    void concurrentScansDoNotShareMemory() throws Exception {
        Cases.run(() -> {
            try (FileHandle handle = Release.open(RuleFiles.named("lz4-16"), Mode.STANDARD, 1.0);
                    FileHandle other = Release.open(RuleFiles.named("lz4-4"), Mode.STANDARD, 1.0);
                    ReaderPair pair = ReaderPair.open(handle, Pattern.FULL, null);
                    ReaderPair beside = ReaderPair.open(other, Pattern.FULL, null)) {
                while (!pair.isEOF()) {
                    pair.read(3000);
                    beside.read(3000);
                }
            }
        });
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

    /** Verify of 3.11 to 4.1 does not close its reader of the data if it cannot open the index. */
    @Test
    void aScanThatCassandraForgetsReservesNoShare() throws Exception {
        Cases.run(() -> {
            pool().budgetBytes(400 << 10);
            try (FileHandle handle = Release.open(RuleFiles.named("lz4-16"), Mode.STANDARD, 1.0)) {
                forgetTwoScans(handle);
                assertThat(pool().hasRoomForPendingScans((200 << 10) + 1)).isFalse();
                for (int i = 0; i < 1000 && !pool().hasRoomForPendingScans(400 << 10); i++) {
                    System.gc();
                    LockSupport.parkNanos(1_000_000);
                    Openings.full(handle).close();
                }
                assertThat(pool().hasRoomForPendingScans(400 << 10)).isTrue();
            }
        });
    }

    private static void forgetTwoScans(FileHandle handle) {
        for (int i = 0; i < 2; i++)
            assertThat(Openings.full(handle).getFilePointer()).isZero();
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
}
