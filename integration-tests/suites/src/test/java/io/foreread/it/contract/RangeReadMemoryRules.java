package io.foreread.it.contract;

import static io.foreread.it.contract.RuleMemory.ROOM_BYTES;
import static io.foreread.it.contract.RuleMemory.pool;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.collect.ImmutableMap;
import io.foreread.agent.readahead.Allocation;
import io.foreread.agent.readahead.BlockPool;
import io.foreread.agent.reader.ReadAheadReaders;
import io.foreread.exporter.recorder.ScanRecorder.Pattern;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.apache.cassandra.io.util.FileHandle;
import org.apache.cassandra.io.util.RandomAccessReader;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Checks the blocks of range reads, and how much of the buffer budget they use. */
class RangeReadMemoryRules {
    @BeforeEach
    void resetStaticState() throws ReflectiveOperationException {
        RuleFiles.reset();
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
}
