package io.foreread.it.contract;

import io.foreread.agent.readahead.ReadAhead;
import io.foreread.exporter.recorder.ScanRecorder.Pattern;
import io.foreread.it.fixture.PageCache;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.apache.cassandra.io.util.FileHandle;
import org.apache.cassandra.io.util.RandomAccessReader;
import org.apache.cassandra.io.util.ReadAheadReaders;

/**
 * What the page cache holds of a file that a scan has begun to read behind a point read, on a volume where the kernel by
 * itself reads little.
 */
final class OverlapCases {
    private static final int BLOCK_BYTES = 64 << 10;
    /** More than the 4 KiB that the kernel may add at either end. */
    private static final int SLACK_BYTES = 16 << 10;

    private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(20);
    private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

    private final Report report;
    private final Path volume;

    /** @param volume a directory on a device with a readahead of 4 KiB */
    OverlapCases(Report report, Path volume) {
        this.report = report;
        this.volume = volume;
    }

    void run(SstableFile file) {
        report.check(Cases.name(file, "the next block arrives while this one is used"), () -> {
            try (Scan scan = new Scan(copy(file), Pattern.FULL)) {
                scan.arrives(2 * BLOCK_BYTES);
            }
        });
        report.check(Cases.name(file, "a range read leaves the next block alone"), () -> {
            try (Scan scan = new Scan(copy(file), Pattern.RAMP)) {
                scan.arrives(file.sizeOf(middle(file)));
            }
        });
        report.check(Cases.name(file, "without overlap a block is read when it is wanted"), () -> {
            ReadAhead.instance().overlap(false);
            try (Scan scan = new Scan(copy(file), Pattern.FULL)) {
                scan.arrives(BLOCK_BYTES);
            }
        });
    }

    private static int middle(SstableFile file) {
        return file.chunkCount() / 2;
    }

    private SstableFile copy(SstableFile file) throws IOException {
        Path data = volume.resolve(file.data().getFileName());
        if (!Files.exists(data)) Files.copy(file.data(), data);
        return new SstableFile(file.name(), data, file.chunkTable(), file.chunks(), file.compressedLengthBytes());
    }

    /** That has read a first byte in the middle of a file that was not in the page cache. */
    private static final class Scan implements AutoCloseable {
        private final Path data;
        private final FileHandle handle;
        private final RandomAccessReader reader;

        Scan(SstableFile file, Pattern pattern) throws IOException {
            ReadAhead.instance().blockBytes(BLOCK_BYTES);
            if (file.compressedLengthBytes() < 6 * BLOCK_BYTES) throw new Mismatch("too small to tell: " + file.data());
            data = file.data();
            handle = Release.open(file, Mode.STANDARD, 1.0);
            try (RandomAccessReader pointRead = handle.createReader()) {
                pointRead.seek(file.dataLengthBytes() - 1);
                pointRead.read();
            }
            reader = ReadAheadReaders.open(handle, true, pattern, null, Release.NATIVE, handle::createReader);
            PageCache.forget(data);
            Mismatch.unlessEqual("bytes in the page cache at first", 0L, PageCache.residentBytes(data));
            reader.seek((long) middle(file) * file.chunkLengthBytes());
            reader.read();
        }

        /** So much, and no more. */
        void arrives(long bytes) {
            long startNanos = System.nanoTime();
            long residentBytes;
            while ((residentBytes = PageCache.residentBytes(data)) < bytes) {
                if (System.nanoTime() - startNanos > PATIENCE_NANOS)
                    throw new Mismatch(residentBytes + " bytes have arrived, not " + bytes);
                LockSupport.parkNanos(PAUSE_NANOS);
            }
            if (residentBytes > bytes + SLACK_BYTES)
                throw new Mismatch(residentBytes + " bytes have arrived, more than " + bytes);
        }

        @Override
        public void close() {
            reader.close();
            handle.close();
        }
    }
}
