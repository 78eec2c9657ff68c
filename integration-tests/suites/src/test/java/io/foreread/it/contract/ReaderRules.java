package io.foreread.it.contract;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.collect.ImmutableList;
import com.google.common.util.concurrent.RateLimiter;
import io.foreread.agent.readahead.ReadAhead;
import io.foreread.exporter.recorder.Recorders;
import io.foreread.exporter.recorder.ScanRecorder.Pattern;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.cassandra.io.util.FileHandle;
import org.apache.cassandra.io.util.RandomAccessReader;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Checks what a scan reads, with one test for each rule. The sstables are small, so the rules are fast enough to run for
 * each mutant. {@link MatrixRules} reads many more files in the same way.
 */
class ReaderRules {
    @BeforeEach
    void resetStaticState() throws ReflectiveOperationException {
        RuleFiles.reset();
    }

    @Test
    void aSequentialScanEqualsStock() throws Exception {
        everyFile(AccessPattern.SEQUENTIAL);
    }

    @Test
    void primitivesAcrossChunkBoundariesEqualStock() throws Exception {
        everyFile(AccessPattern.PRIMITIVES);
    }

    @Test
    void forwardSkipsEqualStock() throws Exception {
        everyFile(AccessPattern.FORWARD_SKIPS);
    }

    @Test
    void backwardSeeksEqualStock() throws Exception {
        everyFile(AccessPattern.BACKWARD);
    }

    @Test
    void randomSeeksEqualStock() throws Exception {
        everyFile(AccessPattern.RANDOM);
    }

    @Test
    void chunkBoundariesEqualStock() throws Exception {
        everyFile(AccessPattern.CHUNK_BOUNDARIES);
    }

    @Test
    void aChunkAcrossABlockBoundaryIsComplete() throws Exception {
        everyFile(AccessPattern.BLOCK_BOUNDARIES);
    }

    @Test
    void theEndOfFileEqualsStock() throws Exception {
        everyFile(AccessPattern.ENDS);
    }

    @Test
    void marksEqualStock() throws Exception {
        everyFile(AccessPattern.MARKS);
    }

    @Test
    void aClosedReaderFailsLikeStock() throws Exception {
        everyFile(AccessPattern.CLOSING);
    }

    @Test
    void aChunkStoredUncompressedIsNotDecompressed() throws Exception {
        for (String name : ImmutableList.of("raw-16", "exact-16"))
            for (Pattern pattern : Pattern.values())
                Cases.run(() -> Readings.read(
                        RuleFiles.named(name), Mode.STANDARD, pattern, AccessPattern.SEQUENTIAL, null, 1.0));
    }

    @Test
    void noByteIsReadTwiceAndARampStartsWithOneChunk() throws Exception {
        for (SstableFile file : RuleFiles.benefiting())
            for (Pattern pattern : Pattern.values())
                Cases.run(() -> Readings.readsEachByteOnce(file, Mode.STANDARD, pattern));
    }

    @Test
    void nothingIsReadBeyondTheEndOfAnSstableThatIsBeingWritten() throws Exception {
        SstableFile file = RuleFiles.named("lz4-16");
        Path scratch = RuleFiles.scratch();
        for (int chunks : new int[] {2, file.chunkCount() / 2, file.chunkCount() - 1}) {
            SstableFile early = Readings.earlyView(file, scratch, chunks, 300);
            for (Pattern pattern : Pattern.values()) {
                Cases.run(() -> Readings.readsEachByteOnce(early, Mode.STANDARD, pattern));
                Cases.run(() -> MatrixRules.readsLastChunkAlone(early, Mode.STANDARD, pattern));
            }
        }
        Damage.delete(scratch);
    }

    @Test
    void chunksServedAndChunksAcrossBlocksAreCounted() throws Exception {
        SstableFile file = RuleFiles.named("lz4-16");
        long blockBytes = ReadAhead.MIN_BLOCK_BYTES;
        long across = 0;
        for (int chunk = 0; chunk < file.chunkCount(); chunk++) {
            long start = file.chunks().offsets()[chunk];
            if (start / blockBytes < (file.endOf(chunk) - 1) / blockBytes) across++;
        }
        long served = Recorders.SCANS.chunksServed();
        long straddling = Recorders.SCANS.chunksStraddling();
        Cases.run(() -> {
            ReadAhead.instance().blockBytes(blockBytes);
            Readings.read(file, Mode.STANDARD, Pattern.FULL, AccessPattern.SEQUENTIAL, null, 1.0);
        });
        assertThat(Recorders.SCANS.chunksServed() - served).isEqualTo(file.chunkCount());
        assertThat(Recorders.SCANS.chunksStraddling() - straddling).isEqualTo(across);
    }

    @Test
    void aChunkThatTheRateLimiterSplitsIsDecompressedOnce() throws Exception {
        SstableFile file = RuleFiles.named("lz4-128");
        long served = Recorders.SCANS.chunksServed();
        Cases.run(() -> Readings.read(
                file, Mode.STANDARD, Pattern.FULL, AccessPattern.SEQUENTIAL, RateLimiter.create(1e12), 1.0));
        assertThat(Recorders.SCANS.chunksServed() - served).isEqualTo(file.chunkCount());
    }

    @Test
    void theTimeOfFillsIsWithinTheElapsedTime() throws Exception {
        long fillNanos = Recorders.SCANS.fillNanos();
        long startNanos = System.nanoTime();
        Cases.run(() -> Readings.read(
                RuleFiles.named("lz4-16"), Mode.STANDARD, Pattern.FULL, AccessPattern.SEQUENTIAL, null, 1.0));
        assertThat(Recorders.SCANS.fillNanos() - fillNanos).isBetween(1L, System.nanoTime() - startNanos);
    }

    @Test
    void aDamagedFileFailsAtTheSamePlacesAsStock() throws Exception {
        List<String> names = new ArrayList<>(ImmutableList.of("lz4-16", "deflate-16"));
        if (Release.RAW_CHUNKS) names.add("raw-16");
        for (String name : names) for (Damage damage : Damage.values()) damaged(RuleFiles.named(name), damage);
    }

    @Test
    void aDamagedChecksumIsDetectedIfChecksumsAreChecked() throws Exception {
        Path directory = RuleFiles.scratch();
        SstableFile damaged = Damage.FLIP_IN_CHECKSUM.copyOf(RuleFiles.named("lz4-16"), directory);
        Cases.run(() -> {
            assertThat(failingChunks(damaged, 1.0)).isOne();
            assertThat(failingChunks(damaged, 0.0)).isZero();
        });
        Damage.delete(directory);
    }

    /** The file has about 40 chunks, so it is very unlikely that chance alone makes this rule fail. */
    @Test
    void theNumberOfCheckedChunksFollowsCrcCheckChance() throws Exception {
        Path directory = RuleFiles.scratch();
        SstableFile damaged = Damage.FLIP_IN_EVERY_CHECKSUM.copyOf(RuleFiles.named("lz4-16"), directory);
        assertThat(damaged.chunkCount()).isGreaterThan(30);
        Cases.run(() -> {
            assertThat(failingChunks(damaged, 0.5)).isBetween(1, damaged.chunkCount() - 1);
            assertThat(failingChunks(damaged, 0.02)).isLessThan(damaged.chunkCount() / 2);
            assertThat(failingChunks(damaged, 0.98)).isGreaterThan(damaged.chunkCount() / 2);
        });
        Damage.delete(directory);
    }

    @Test
    void everyReadPathReadsEachByteOnce() throws Exception {
        for (SstableFile file : RuleFiles.all())
            for (ReadPath path : paths())
                Cases.run(() -> {
                    path.choose();
                    if (Readings.benefitsFromReadAhead(file) && path.suits(file))
                        Readings.readsEachByteOnce(file, Mode.STANDARD, Pattern.FULL);
                });
    }

    private static List<ReadPath> paths() {
        return ReadPath.all(DirectReads.possible(RuleFiles.named("lz4-16").data()));
    }

    private static int failingChunks(SstableFile file, double crcCheckChance) {
        int failing = 0;
        try (FileHandle handle = Release.open(file, Mode.STANDARD, crcCheckChance);
                RandomAccessReader reader = Openings.full(handle)) {
            for (int chunk = 0; chunk < file.chunkCount(); chunk++) {
                long position = (long) chunk * file.chunkLengthBytes();
                Outcome outcome = Outcome.of(
                        it -> {
                            it.seek(position);
                            return it.readByte();
                        },
                        reader);
                if (outcome.failure != null) failing++;
            }
        }
        return failing;
    }

    private static void damaged(SstableFile file, Damage damage) throws Exception {
        Path directory = RuleFiles.scratch();
        try {
            SstableFile damaged = damage.copyOf(file, directory);
            for (double chance : new double[] {1.0, 0.0})
                Cases.run(() -> DamageRules.bothReadersFailAlike(damaged, Mode.STANDARD, Pattern.FULL, chance));
            Cases.run(() -> DamageRules.bothReadersFailAlike(damaged, Mode.STANDARD, Pattern.RAMP, 1.0));
            for (ReadPath path : paths())
                Cases.run(() -> {
                    path.choose();
                    DamageRules.bothReadersFailAlike(damaged, Mode.STANDARD, Pattern.FULL, 1.0);
                });
            if (damage.readableThroughMmap)
                Cases.run(() -> DamageRules.bothReadersFailAlike(damaged, Mode.MMAP, Pattern.FULL, 1.0));
            Cases.run(() -> DamageRules.keyCursorFailsLikeStock(damaged, Mode.STANDARD, Pattern.FULL));
        } finally {
            Damage.delete(directory);
        }
    }

    private static void everyFile(AccessPattern reading) throws Exception {
        for (SstableFile file : RuleFiles.all())
            for (Pattern pattern : Pattern.values()) {
                Cases.run(() -> {
                    ReadAhead.instance().blockBytes(ReadAhead.MIN_BLOCK_BYTES);
                    Readings.read(file, Mode.STANDARD, pattern, reading, null, 1.0);
                });
                Cases.run(() -> Readings.read(file, Mode.MMAP, pattern, reading, null, 1.0));
            }
        for (SstableFile file : RuleFiles.all())
            for (ReadPath path : paths())
                Cases.run(() -> {
                    ReadAhead.instance().blockBytes(ReadAhead.MIN_BLOCK_BYTES);
                    path.choose();
                    Readings.read(file, Mode.STANDARD, Pattern.FULL, reading, null, 1.0);
                });
    }
}
