package io.foreread.it.contract;

import static io.foreread.it.contract.Readings.benefitsFromReadAhead;
import static io.foreread.it.contract.Readings.earlyView;
import static io.foreread.it.contract.Readings.modes;
import static io.foreread.it.contract.Readings.name;
import static io.foreread.it.contract.Readings.read;
import static io.foreread.it.contract.Readings.readsEachByteOnce;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.google.common.util.concurrent.RateLimiter;
import io.foreread.agent.readahead.ReadAhead;
import io.foreread.agent.reader.ReadAheadReaders;
import io.foreread.exporter.recorder.ScanRecorder.Pattern;
import io.foreread.exporter.recorder.ScanRecorder.Reason;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.cassandra.io.util.FileHandle;
import org.apache.cassandra.io.util.RandomAccessReader;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/**
 * Compares Foreread's reader with the stock reader on every file in every mode, with every pattern and read path. Takes
 * minutes.
 */
@Tag("matrix")
class MatrixRules {
    private static final int[] OTHER_BLOCKS_KIB = {64, 1024};

    private final Cases cases = new Cases();
    private final List<SstableFile> files = RuleFiles.matrix();
    private final List<ReadPath> paths =
            ReadPath.all(DirectReads.possible(files.get(0).data()));
    private final Path scratch = RuleFiles.scratch();

    @TestFactory
    Stream<DynamicTest> everyFileModeAndPatternIsReadLikeStock() {
        for (SstableFile file : files) for (Mode mode : modes()) readings(file, mode);
        return cases.tests();
    }

    @TestFactory
    Stream<DynamicTest> everyReadPathReturnsWhatStockReturns() {
        for (SstableFile file : files)
            for (ReadPath path : paths(file)) if (path != ReadPath.INLINE) readingsOf(file, path);
        for (ReadPath path : paths)
            cases.check(
                    "a file for " + path,
                    () -> Mismatch.unlessEqual(
                            "a file suits this path",
                            true,
                            files.stream().anyMatch(file -> benefitsFromReadAhead(file) && path.suits(file))));
        return cases.tests();
    }

    @TestFactory
    Stream<DynamicTest> uncheckedReadsAndKeyCursorsEqualStockAndEachByteIsReadOnce() {
        for (SstableFile file : files) {
            if (file.compressed()) readingsWithoutChecks(file);
            physicalReads(file);
            keyCursor(file);
        }
        return cases.tests();
    }

    @TestFactory
    Stream<DynamicTest> anSstableThatIsBeingWrittenIsReadUpToItsEnd() {
        for (SstableFile file : files) if (file.compressed() && file.chunkCount() > 8) earlyViews(file);
        return cases.tests();
    }

    @TestFactory
    Stream<DynamicTest> autoLeavesAScanToTheNativeReader() {
        if (Release.NATIVE) standsDown(RuleFiles.large());
        return cases.tests();
    }

    @Test
    void filesCanBeReadWithDirectIo() {
        assumeTrue(paths.contains(ReadPath.DIRECT), "this Java or the file system does not support direct I/O");
    }

    private List<ReadPath> paths(SstableFile file) {
        return paths.stream().filter(path -> path.suits(file)).collect(Collectors.toList());
    }

    private void readings(SstableFile file, Mode mode) {
        for (Pattern pattern : Pattern.values()) {
            for (AccessPattern reading : AccessPattern.values())
                cases.check(name(file, mode, pattern, reading), () -> read(file, mode, pattern, reading, null, 1.0));
            for (AccessPattern reading : new AccessPattern[] {AccessPattern.SEQUENTIAL, AccessPattern.RANDOM})
                cases.check(
                        name(file, mode, pattern, reading, "limited"),
                        () -> read(file, mode, pattern, reading, RateLimiter.create(1e12), 1.0));
            // Other block sizes are tested in one mode only, because Foreread reads in the same way in every mode.
            if (mode != Mode.STANDARD) continue;
            for (int kib : OTHER_BLOCKS_KIB)
                for (AccessPattern reading : new AccessPattern[] {
                    AccessPattern.SEQUENTIAL, AccessPattern.RANDOM, AccessPattern.BLOCK_BOUNDARIES
                })
                    cases.check(name(file, mode, pattern, reading, kib + " KiB"), () -> {
                        ReadAhead.instance().blockBytes((long) kib << 10);
                        read(file, mode, pattern, reading, null, 1.0);
                    });
        }
    }

    private void readingsOf(SstableFile file, ReadPath path) {
        for (Mode mode : new Mode[] {Mode.STANDARD, Mode.MMAP})
            for (AccessPattern reading : AccessPattern.values())
                for (int kib : new int[] {64, 256})
                    cases.check(name(file, mode, path, reading, kib + " KiB"), () -> {
                        ReadAhead.instance().blockBytes((long) kib << 10);
                        path.choose();
                        long before = path.used();
                        read(file, mode, Pattern.FULL, reading, null, 1.0);
                        if (!benefitsFromReadAhead(file)
                                || reading != AccessPattern.SEQUENTIAL
                                || file.chunkCount() < path.minChunks) return;
                        // The read is repeated, because a thread is not always available.
                        for (int again = 0; again < 10 && path.used() == before; again++)
                            read(file, mode, Pattern.FULL, reading, null, 1.0);
                        Mismatch.unlessEqual("read by this path", true, path.used() > before);
                    });
        cases.check(name(file, path, "a range read does not use this path"), () -> {
            path.choose();
            long before = path.used();
            read(file, Mode.STANDARD, Pattern.RAMP, AccessPattern.SEQUENTIAL, null, 1.0);
            Mismatch.unlessEqual("chunks or bytes read by this path", before, path.used());
        });
    }

    private void readingsWithoutChecks(SstableFile file) {
        for (Mode mode : new Mode[] {Mode.STANDARD, Mode.MMAP})
            for (AccessPattern reading : new AccessPattern[] {AccessPattern.SEQUENTIAL, AccessPattern.RANDOM})
                cases.check(
                        name(file, mode, reading, "unchecked"),
                        () -> read(file, mode, Pattern.FULL, reading, null, 0.0));
    }

    private void physicalReads(SstableFile file) {
        for (Mode mode : new Mode[] {Mode.STANDARD, Mode.MMAP})
            for (Pattern pattern : Pattern.values())
                for (int kib : new int[] {64, 256})
                    for (ReadPath path : paths(file))
                        cases.check(name(file, mode, pattern, path, "reads each byte once", kib + " KiB"), () -> {
                            ReadAhead.instance().blockBytes((long) kib << 10);
                            path.choose();
                            if (benefitsFromReadAhead(file)) readsEachByteOnce(file, mode, pattern);
                        });
    }

    /** Compares key cursors, the readers that the key iterator of a BTI sstable uses. */
    private void keyCursor(SstableFile file) {
        for (Mode mode : modes())
            for (Pattern pattern : Pattern.values())
                cases.check(name(file, mode, pattern, "key cursor"), () -> readsKeys(file, mode, pattern));
    }

    static void readsKeys(SstableFile file, Mode mode, Pattern pattern) {
        long position = file.dataLengthBytes() / 2;
        try (FileHandle handle = Release.open(file, mode, 1.0);
                ReaderPair pair = ReaderPair.of((RandomAccessReader) handle.createReader(position), (RandomAccessReader)
                        ReadAheadReaders.openKeyCursor(handle, true, pattern, Release.NATIVE, position))) {
            pair.sameState("at first");
            while (!pair.isEOF()) {
                pair.read(20);
                if (!pair.both("skip", reader -> reader.skipBytes(3001))) return;
            }
        }
    }

    /** Reads an sstable that is opened while it is being written. The file continues beyond the end of the sstable. */
    private void earlyViews(SstableFile file) {
        for (int chunks : new int[] {2, file.chunkCount() / 2, file.chunkCount() - 1})
            for (int shorterByBytes : new int[] {0, 1, 300}) {
                String what = "early view of " + chunks + " chunks less " + shorterByBytes + " bytes";
                SstableFile early = earlyView(file, scratch, chunks, shorterByBytes);
                for (Mode mode : new Mode[] {Mode.STANDARD, Mode.MMAP})
                    for (Pattern pattern : Pattern.values()) {
                        cases.check(name(file, mode, pattern, what), () -> {
                            if (!benefitsFromReadAhead(early)) return;
                            readsEachByteOnce(early, mode, pattern);
                            readsLastChunkAlone(early, mode, pattern);
                        });
                        // Stock readers ignore an end that lies within a chunk, so the readers are compared only if the
                        // sstable ends at the end of a chunk.
                        if (shorterByBytes > 0) continue;
                        for (AccessPattern reading :
                                new AccessPattern[] {AccessPattern.SEQUENTIAL, AccessPattern.RANDOM, AccessPattern.ENDS
                                })
                            for (ReadPath path : paths(early))
                                cases.check(name(file, mode, pattern, path, what, reading), () -> {
                                    path.choose();
                                    read(early, mode, pattern, reading, null, 1.0);
                                });
                    }
            }
    }

    static void readsLastChunkAlone(SstableFile file, Mode mode, Pattern pattern) {
        int last = file.chunkCount() - 1;
        try (FileHandle handle = Release.open(file, mode, 1.0);
                ReaderPair pair = ReaderPair.open(handle, pattern, null)) {
            Counts counts = new Counts();
            pair.seekAndRead((long) last * file.chunkLengthBytes(), 1);
            Mismatch.unlessEqual("bytes read for the last chunk", file.sizeOf(last), counts.fillBytes());
        }
    }

    private void standsDown(SstableFile file) {
        cases.check(name(file, "leaves a scan to the native reader"), () -> {
            ReadAhead.instance().mode(ReadAhead.Mode.AUTO);
            Counts counts = new Counts();
            for (Mode mode : modes())
                try (FileHandle handle = Release.open(file, mode, 1.0);
                        ReaderPair pair = ReaderPair.open(handle, Pattern.FULL, null)) {
                    AccessPattern.SEQUENTIAL.run(pair, file);
                }
            Mismatch.unlessEqual(
                    "fallbacks", Collections.singletonMap(Reason.NATIVE_EFFECTIVE, 1L), counts.fallbacks());
        });
    }
}
