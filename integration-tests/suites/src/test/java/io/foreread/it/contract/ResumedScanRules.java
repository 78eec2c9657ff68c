package io.foreread.it.contract;

import static io.foreread.it.contract.RuleMemory.pool;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import io.foreread.agent.readahead.ReadAhead;
import io.foreread.exporter.recorder.Recorders;
import io.foreread.exporter.recorder.ScanRecorder.Pattern;
import io.foreread.exporter.recorder.ScanRecorder.Reason;
import java.nio.file.Path;
import org.apache.cassandra.io.util.FileHandle;
import org.apache.cassandra.io.util.RandomAccessReader;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Checks scans that use the stock reader because of a lack of memory, and return to read-ahead. */
class ResumedScanRules {
    @BeforeEach
    void resetStaticState() throws ReflectiveOperationException {
        RuleFiles.reset();
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
}
