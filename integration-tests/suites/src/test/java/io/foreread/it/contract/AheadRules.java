package io.foreread.it.contract;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import io.foreread.agent.readahead.ReadAhead;
import io.foreread.agent.reader.ScanReaders;
import io.foreread.exporter.recorder.Recorders;
import io.foreread.exporter.recorder.ScanRecorder.Pattern;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.apache.cassandra.io.compress.BufferType;
import org.apache.cassandra.io.util.FileHandle;
import org.apache.cassandra.io.util.RandomAccessReader;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Checks that another thread decompresses ahead of a scan, and that the scan releases the memory for this. */
class AheadRules {
    static final long LIMIT_SECONDS = 60;
    /** A scan can end before its thread has started, so tests repeat the scan. */
    static final int TRIES = 100;

    @BeforeEach
    void resetStaticState() throws ReflectiveOperationException {
        RuleFiles.reset();
    }

    @Test
    void chunksComeFromAnotherThreadAndBypassThePageCacheIfConfigured() throws Exception {
        for (SstableFile file : ImmutableList.of(RuleFiles.named("lz4-16"), RuleFiles.named("deflate-16")))
            for (ReadPath path : ReadPath.all(DirectReads.possible(file.data()))) {
                if (!path.suits(file)) continue;
                assertThat(file.chunkCount()).isGreaterThanOrEqualTo(path.minChunks);
                long direct = Recorders.SCANS.directFillBytes();
                long ahead = chunksAhead(path, file, Pattern.FULL);
                assertThat(Recorders.SCANS.directFillBytes() - direct)
                        .isEqualTo(path == ReadPath.DIRECT ? file.compressedLengthBytes() : 0);
                for (int i = 0; i < TRIES && ahead == 0 && path != ReadPath.INLINE; i++)
                    ahead = chunksAhead(path, file, Pattern.FULL);
                if (path == ReadPath.INLINE) assertThat(ahead).isZero();
                else assertThat(ahead).isBetween(1L, file.chunkCount() - 2L);
                long unused = path.used();
                assertThat(chunksAhead(path, file, Pattern.RAMP)).isZero();
                assertThat(path.used()).as("range reads").isEqualTo(unused);
            }
    }

    @Test
    void aScanWithoutMemoryToDecompressAheadDecompressesItself() throws Exception {
        SstableFile file = RuleFiles.named("lz4-16");
        long before = ReadPath.AHEAD.used();
        long refused = Recorders.SCANS.refusedAhead();
        Cases.run(() -> {
            ReadPath.AHEAD.choose();
            ReadAhead.instance().budgetBytes(400 << 10);
            Counts counts = new Counts();
            Readings.read(file, Mode.STANDARD, Pattern.FULL, AccessPattern.SEQUENTIAL, null, 1.0);
            Mismatch.unlessEqual("fallbacks", ImmutableMap.of(), counts.fallbacks());
            Mismatch.unlessEqual("has read ahead", true, counts.fills() > 0);
        });
        assertThat(ReadPath.AHEAD.used()).isEqualTo(before);
        assertThat(Recorders.SCANS.refusedAhead() - refused).isOne();
    }

    @Test
    void aScanWithoutMemoryToDecompressAheadRetries() throws Exception {
        SstableFile file = RuleFiles.named("lz4-16");
        Cases.run(() -> {
            smallBatches();
            ReadPath.AHEAD.choose();
            try (FileHandle handle = Release.open(file, Mode.STANDARD, 1.0)) {
                long ahead = 0;
                for (int i = 0; i < TRIES && ahead == 0; i++) {
                    ReadAhead.instance().budgetBytes(200 << 10);
                    long before = Recorders.SCANS.chunksAhead();
                    long refused = Recorders.SCANS.refusedAhead();
                    try (RandomAccessReader reader = Openings.full(handle)) {
                        reader.readFully(new byte[4 * file.chunkLengthBytes()]);
                        assertThat(Recorders.SCANS.chunksAhead()).isEqualTo(before);
                        assertThat(Recorders.SCANS.refusedAhead() - refused).isOne();
                        ReadAhead.instance().budgetBytes(64 << 20);
                        reader.readFully(new byte[(int) reader.bytesRemaining()]);
                    }
                    ahead = Recorders.SCANS.chunksAhead() - before;
                }
                assertThat(ahead).isPositive();
            }
        });
    }

    @Test
    void noThreadDecompressesAheadOfScrub() throws Exception {
        SstableFile file = RuleFiles.named("lz4-16");
        long before = Recorders.SCANS.chunksAhead();
        try (OpenedSstable opened = OpenedSstable.of(file)) {
            Cases.run(() -> {
                smallBatches();
                ReadPath.AHEAD.choose();
                for (int i = 0; i < 5; i++)
                    try (RandomAccessReader reader = ScanReaders.openForScrub(opened.sstable(), null, RuleFiles.HOOK)) {
                        reader.readFully(new byte[(int) reader.bytesRemaining()]);
                    }
            });
        }
        assertThat(Recorders.SCANS.chunksAhead()).isEqualTo(before);
    }

    @Test
    void closingAScanWaitsUntilItsThreadNoLongerUsesItsMemory() throws Exception {
        Path directory = RuleFiles.scratch();
        SstableFile file = compressedBy(HeldCompressor.class, directory);
        HeldCompressor.reset(BufferType.OFF_HEAP);
        HeldCompressor.hold();
        Cases.run(() -> {
            ReadPath.AHEAD.choose();
            try (FileHandle handle = Release.open(file, Mode.STANDARD, 1.0)) {
                RandomAccessReader reader = Openings.full(handle);
                reader.readFully(new byte[file.chunkLengthBytes() + 1]);
                assertThat(HeldCompressor.reached.await(LIMIT_SECONDS, TimeUnit.SECONDS))
                        .isTrue();
                long bytesInUse = ReadAhead.instance().bytesInUse();
                Thread closing = new Thread(reader::close);
                closing.start();
                while (closing.isAlive() && closing.getState() != Thread.State.WAITING) LockSupport.parkNanos(1_000);
                assertThat(ReadAhead.instance().bytesInUse())
                        .as("memory of a scan with a thread")
                        .isEqualTo(bytesInUse);
                HeldCompressor.released.countDown();
                closing.join();
            } finally {
                HeldCompressor.released.countDown();
            }
        });
        Damage.delete(directory);
    }

    /**
     * DeflateCompressor of 3.11 loops forever for some damaged chunks in a buffer of the type that it does not prefer.
     */
    @Test
    void decompressionAheadUsesThePreferredBufferTypeOfTheCompressor() throws Exception {
        Path directory = RuleFiles.scratch();
        SstableFile file = compressedBy(HeldCompressor.class, directory);
        for (BufferType type : new BufferType[] {BufferType.ON_HEAP, BufferType.OFF_HEAP}) {
            HeldCompressor.reset(type);
            long ahead = 0;
            for (int i = 0; i < TRIES && ahead == 0; i++) ahead = chunksAhead(ReadPath.AHEAD, file, Pattern.FULL);
            assertThat(ahead).isPositive();
            assertThat(HeldCompressor.wrongBuffer).isFalse();
        }
        Damage.delete(directory);
    }

    /** Returns a file whose chunks are LZ4, but whose CompressionInfo.db contains the name of another compressor. */
    static SstableFile compressedBy(Class<?> compressor, Path directory) {
        SstableFile file = RuleFiles.named("lz4-16");
        Path table = directory.resolve("other-CompressionInfo.db");
        file.chunks().withCompressor(compressor).write(table);
        return new SstableFile(file.name(), file.data(), table, file.chunks(), file.compressedLengthBytes());
    }

    private static long chunksAhead(ReadPath path, SstableFile file, Pattern pattern) throws Exception {
        long before = Recorders.SCANS.chunksAhead();
        Cases.run(() -> {
            smallBatches();
            path.choose();
            Readings.read(file, Mode.STANDARD, pattern, AccessPattern.SEQUENTIAL, null, 1.0);
        });
        return Recorders.SCANS.chunksAhead() - before;
    }

    /**
     * Sets the smallest block size. Batches are then small too, so that a thread that starts late still finds a chunk.
     */
    static void smallBatches() {
        ReadAhead.instance().blockBytes(ReadAhead.MIN_BLOCK_BYTES);
    }
}
