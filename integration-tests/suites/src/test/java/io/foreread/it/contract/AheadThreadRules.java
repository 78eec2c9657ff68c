package io.foreread.it.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.foreread.agent.readahead.AheadThreads;
import io.foreread.agent.readahead.ReadAhead;
import io.foreread.exporter.recorder.Recorders;
import io.foreread.exporter.recorder.ScanRecorder.Pattern;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.cassandra.io.compress.BufferType;
import org.apache.cassandra.io.util.FileHandle;
import org.apache.cassandra.io.util.RandomAccessReader;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Checks when a scan requests a thread that decompresses ahead, and when it requests one again. */
class AheadThreadRules {
    private static final int CHUNKS_WITHOUT_THREAD = 32;
    /** The time for a chunk of 16 KiB at 156 MiB per second, which counts as slow. */
    private static final long SLOW_CHUNK_NANOS = 100_000;

    @BeforeEach
    void resetStaticState() throws ReflectiveOperationException {
        RuleFiles.reset();
    }

    @Test
    void aScanWithoutAThreadRequestsOneAgainLater() throws Exception {
        Path directory = RuleFiles.scratch();
        SstableFile file = AheadRules.compressedBy(HeldCompressor.class, directory);
        // The scan requests a thread at its second chunk, and requests one again after 32 more chunks.
        long mostAhead = file.chunkCount() - CHUNKS_WITHOUT_THREAD - 2L;
        assertThat(mostAhead).isGreaterThan(5);
        HeldCompressor.reset(BufferType.OFF_HEAP);
        // Chunks take long enough for a thread to start during the scan. If the scan requested a thread at its first
        // chunk, the thread would decompress nearly all chunks.
        HeldCompressor.chunkNanos = SLOW_CHUNK_NANOS;
        Cases.run(() -> {
            AheadRules.smallBatches();
            ReadPath.AHEAD.choose();
            long ahead = 0;
            for (int i = 0; i < AheadRules.TRIES && ahead == 0; i++)
                ahead = chunksAheadIfAllThreadsAreBusyAtFirst(file);
            assertThat(ahead).isBetween(1L, mostAhead);
        });
        Damage.delete(directory);
    }

    @Test
    void aScanWithoutAThreadDoesNotRequestOneForEachChunk() throws Exception {
        Path directory = RuleFiles.scratch();
        SstableFile file = AheadRules.compressedBy(HeldCompressor.class, directory);
        // Decompression counts as slow only after 25 chunks, when the scan requests a thread. The scan would repeat the
        // refused request after 32 more chunks, but the file has fewer.
        assertThat(file.chunkCount()).isBetween(30, 25 + CHUNKS_WITHOUT_THREAD);
        HeldCompressor.reset(BufferType.OFF_HEAP);
        HeldCompressor.chunkNanos = SLOW_CHUNK_NANOS;
        AtomicLong requests = new AtomicLong();
        List<CompletableFuture<Void>> busy = new ArrayList<>();
        CountDownLatch release = new CountDownLatch(1);
        try {
            occupyAllThreads(release, busy);
            Cases.run(() -> {
                ReadAhead.instance().decompressAhead(ReadAhead.Mode.AUTO);
                ReadAhead.instance().spareCores(() -> requests.incrementAndGet() > 0);
                Readings.read(file, Mode.STANDARD, Pattern.FULL, AccessPattern.SEQUENTIAL, null, 1.0);
            });
        } finally {
            release.countDown();
        }
        for (CompletableFuture<Void> one : busy) one.get(AheadRules.LIMIT_SECONDS, TimeUnit.SECONDS);
        assertThat(requests).hasValue(1);
        Damage.delete(directory);
    }

    private static long chunksAheadIfAllThreadsAreBusyAtFirst(SstableFile file) throws Exception {
        long before = 0;
        try (FileHandle handle = Release.open(file, Mode.STANDARD, 1.0);
                RandomAccessReader reader = Openings.full(handle)) {
            List<CompletableFuture<Void>> busy = new ArrayList<>();
            CountDownLatch release = new CountDownLatch(1);
            try {
                occupyAllThreads(release, busy);
                // No thread still counts a chunk of an earlier scan.
                before = Recorders.SCANS.chunksAhead();
                reader.readFully(new byte[4 * file.chunkLengthBytes()]);
            } finally {
                // Also runs if the scan fails. Otherwise the threads would stay busy during all later tests.
                release.countDown();
            }
            for (CompletableFuture<Void> one : busy) one.get(AheadRules.LIMIT_SECONDS, TimeUnit.SECONDS);
            reader.readFully(new byte[(int) reader.bytesRemaining()]);
        }
        return Recorders.SCANS.chunksAhead() - before;
    }

    @Test
    void autoDecompressesAheadOnlyIfChunksAreSlowAndCoresAreIdle() throws Exception {
        Path directory = RuleFiles.scratch();
        SstableFile file = AheadRules.compressedBy(HeldCompressor.class, directory);
        HeldCompressor.reset(BufferType.OFF_HEAP);
        long bytesWithoutThread = bytesAllocatedWhenRead(file, ReadAhead.Mode.OFF, true);
        boolean noThreadForFastChunks = false;
        // The test repeats the scan, because chunks seem slow if the thread of the scan was preempted during a chunk.
        for (int i = 0; i < AheadRules.TRIES && !noThreadForFastChunks; i++)
            noThreadForFastChunks = bytesAllocatedWhenRead(file, ReadAhead.Mode.AUTO, true) == bytesWithoutThread;
        assertThat(noThreadForFastChunks)
                .as("without a thread for chunks that are fast to decompress")
                .isTrue();
        HeldCompressor.chunkNanos = SLOW_CHUNK_NANOS;
        long before = Recorders.SCANS.chunksAhead();
        assertThat(bytesAllocatedWhenRead(file, ReadAhead.Mode.AUTO, true)).isGreaterThan(bytesWithoutThread);
        for (int i = 0; i < AheadRules.TRIES && Recorders.SCANS.chunksAhead() == before; i++)
            bytesAllocatedWhenRead(file, ReadAhead.Mode.AUTO, true);
        assertThat(Recorders.SCANS.chunksAhead()).isGreaterThan(before);
        assertThat(bytesAllocatedWhenRead(file, ReadAhead.Mode.AUTO, false))
                .as("bytes if no core is idle")
                .isEqualTo(bytesWithoutThread);
        Damage.delete(directory);
    }

    /**
     * Returns the memory that the scan has allocated. A scan that requested a thread has allocated more, even if the
     * thread was too late to decompress a chunk.
     */
    private static long bytesAllocatedWhenRead(SstableFile file, ReadAhead.Mode decompressAhead, boolean coresAreIdle)
            throws Exception {
        AtomicLong bytes = new AtomicLong();
        Cases.run(() -> {
            ReadAhead.instance().decompressAhead(decompressAhead);
            ReadAhead.instance().spareCores(() -> coresAreIdle);
            long before = ReadAhead.instance().bytesInUse();
            try (FileHandle handle = Release.open(file, Mode.STANDARD, 1.0);
                    RandomAccessReader reader = Openings.full(handle)) {
                reader.readFully(new byte[(int) reader.bytesRemaining()]);
                bytes.set(ReadAhead.instance().bytesInUse() - before);
            }
        });
        return bytes.get();
    }

    private static void occupyAllThreads(CountDownLatch release, List<CompletableFuture<Void>> busy) {
        for (CompletableFuture<Void> one = new CompletableFuture<>(); occupies(one, release); ) {
            busy.add(one);
            one = new CompletableFuture<>();
        }
    }

    private static boolean occupies(CompletableFuture<Void> done, CountDownLatch release) {
        return AheadThreads.run(() -> {
            try {
                release.await();
            } catch (InterruptedException e) {
                done.completeExceptionally(e);
            }
            done.complete(null);
        });
    }
}
