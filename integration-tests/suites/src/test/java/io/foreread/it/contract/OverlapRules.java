package io.foreread.it.contract;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.foreread.agent.readahead.ReadAhead;
import io.foreread.agent.reader.ReadAheadReaders;
import io.foreread.exporter.recorder.ScanRecorder.Pattern;
import io.foreread.it.fixture.PageCache;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.apache.cassandra.io.util.FileHandle;
import org.apache.cassandra.io.util.RandomAccessReader;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Checks which pages are cached while a scan and a point read use one file, with a small kernel readahead. */
@Tag("matrix")
class OverlapRules {
    private static final int BLOCK_BYTES = 64 << 10;
    /**
     * The bytes that can be cached in addition to the expected bytes: the chunk of the point read, and a page at each
     * end of the chunk and of the expected bytes.
     */
    private static final int SLACK_BYTES = 36 << 10;

    private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(20);
    private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(20);
    /** How long to wait for pages that are not expected. */
    private static final long UNEXPECTED_NANOS = TimeUnit.MILLISECONDS.toNanos(300);

    private final SstableFile file = RuleFiles.large();
    /** A directory on a device with a kernel readahead of 4 KiB. */
    private final Path volume = RuleFiles.volume();

    @BeforeEach
    void needsAVolume() {
        assumeTrue(volume != null, System.getProperty("foreread.rules.novolume", "this suite creates no volume"));
    }

    @Test
    void theKernelReadsTheNextBlockWhileTheScanUsesTheCurrentBlock() throws Exception {
        Cases.run(() -> {
            try (Scan scan = new Scan(copy(file), Pattern.FULL)) {
                scan.awaitCached(3 * BLOCK_BYTES);
            }
        });
    }

    @Test
    void aRangeReadDoesNotFetchTheNextBlock() throws Exception {
        Cases.run(() -> {
            try (Scan scan = new Scan(copy(file), Pattern.RAMP)) {
                scan.awaitCached(scan.chunkBytes());
            }
        });
    }

    @Test
    void overlapOff_aBlockIsReadOnlyWhenTheScanNeedsIt() throws Exception {
        Cases.run(() -> {
            ReadAhead.instance().overlap(false);
            try (Scan scan = new Scan(copy(file), Pattern.FULL)) {
                scan.awaitCached(2 * BLOCK_BYTES);
            }
        });
    }

    private SstableFile copy(SstableFile file) throws IOException {
        Path data = volume.resolve(file.data().getFileName());
        if (!Files.exists(data)) Files.copy(file.data(), data);
        return new SstableFile(file.name(), data, file.chunkTable(), file.chunks(), file.compressedLengthBytes());
    }

    /** A scan that has continued from one block to the next, with a point read in between. */
    private static final class Scan implements AutoCloseable {
        private final SstableFile file;
        private final int first;
        /** A chunk that starts in the first block and ends in the second. */
        private final int second;

        private final FileHandle handle;
        private final RandomAccessReader reader;

        Scan(SstableFile file, Pattern pattern) throws IOException {
            this.file = file;
            ReadAhead.instance().blockBytes(BLOCK_BYTES);
            if (file.compressedLengthBytes() < 8 * BLOCK_BYTES)
                throw new Mismatch("too small for this rule: " + file.data());
            first = file.chunkCount() / 2;
            second = file.chunkAt(file.chunks().offsets()[first] + BLOCK_BYTES - 1);
            PageCache.forget(file.data());
            Mismatch.unlessEqual("bytes in the page cache at first", 0L, PageCache.residentBytes(file.data()));
            handle = Release.open(file, Mode.STANDARD, 1.0);
            reader = ReadAheadReaders.open(handle, true, pattern, null, Release.NATIVE, handle::createReader);
            read(reader, first);
            try (RandomAccessReader pointRead = handle.createReader()) {
                read(pointRead, file.chunkCount() - 1);
            }
            read(reader, second);
        }

        private void read(RandomAccessReader from, int chunk) throws IOException {
            from.seek((long) chunk * file.chunkLengthBytes());
            byte[] one = new byte[1];
            if (from.read(one, 0, 1) != 1) throw new Mismatch("no byte in chunk " + chunk);
        }

        /** The size of the two chunks that the scan has read. */
        long chunkBytes() {
            return file.sizeOf(first) + file.sizeOf(second);
        }

        /**
         * Waits until this many bytes are cached, and checks that no other bytes are cached except those of the point read.
         */
        void awaitCached(long bytes) {
            long startNanos = System.nanoTime();
            while (PageCache.residentBytes(file.data()) < bytes) {
                if (System.nanoTime() - startNanos > PATIENCE_NANOS)
                    throw new Mismatch(PageCache.residentBytes(file.data()) + " bytes are cached, expected " + bytes);
                LockSupport.parkNanos(PAUSE_NANOS);
            }
            LockSupport.parkNanos(UNEXPECTED_NANOS);
            long residentBytes = PageCache.residentBytes(file.data());
            if (residentBytes > bytes + SLACK_BYTES)
                throw new Mismatch(residentBytes + " bytes are cached, expected only " + bytes);
        }

        @Override
        public void close() {
            reader.close();
            handle.close();
        }
    }
}
