package io.foreread.it.contract;

import com.google.common.util.concurrent.RateLimiter;
import io.foreread.agent.readahead.ReadAhead;
import io.foreread.agent.reader.ReadAheadReaders;
import io.foreread.exporter.recorder.ScanRecorder.Pattern;
import io.foreread.exporter.recorder.ScanRecorder.Reason;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.cassandra.cache.ChunkCache;
import org.apache.cassandra.io.util.FileHandle;
import org.apache.cassandra.io.util.RandomAccessReader;

/** The matrix: every file in every mode and pattern, read in every way. */
final class Cases {
    private static final int LARGEST_CHUNK_BYTES = 128 << 10;
    private static final int[] OTHER_BLOCKS_KIB = {64, 1024};

    private final Report report;
    private final Path scratch;
    private final List<Way> ways;

    /** @param ways that are possible here */
    Cases(Report report, Path scratch, List<Way> ways) {
        this.report = report;
        this.scratch = scratch;
        this.ways = ways;
    }

    void run(List<SstableFile> files) {
        for (SstableFile file : files) {
            for (Mode mode : modes()) readings(file, mode);
            if (!file.compressed()) continue;
            for (Way way : ways(file)) if (way != Way.ALONE) readingsOf(file, way);
            readingsWithoutChecks(file);
            physicalReads(file);
            keyCursor(file);
            if (file.chunkCount() <= 8) continue;
            earlyViews(file);
            // What the chunk length is makes no difference here.
            if (file.name().endsWith("-16")) new DamageCases(report, scratch, ways(file)).run(file);
        }
        for (Way way : ways)
            report.check(
                    "a file for " + way,
                    () -> Mismatch.unlessEqual(
                            "there is one", true, files.stream().anyMatch(file -> gains(file) && way.suits(file))));
        new MemoryCases(report).run(large(files));
        if (Release.NATIVE) standsDown(large(files));
    }

    private List<Way> ways(SstableFile file) {
        return ways.stream().filter(way -> way.suits(file)).collect(Collectors.toList());
    }

    static SstableFile large(List<SstableFile> files) {
        return files.stream()
                .filter(file -> file.name().startsWith("lz4-16"))
                .findFirst()
                .orElseThrow(() -> new Mismatch("no table lz4_16"));
    }

    static List<Mode> modes() {
        return Stream.of(Mode.values())
                .filter(mode -> mode != Mode.CACHED || ChunkCache.instance != null)
                .collect(Collectors.toList());
    }

    static String name(SstableFile file, Object... words) {
        return file.name()
                + Stream.of(words)
                        .map(word ->
                                " " + word.toString().toLowerCase(Locale.ROOT).replace('_', ' '))
                        .collect(Collectors.joining());
    }

    private void readings(SstableFile file, Mode mode) {
        for (Pattern pattern : Pattern.values()) {
            for (Reading reading : Reading.values())
                report.check(name(file, mode, pattern, reading), () -> read(file, mode, pattern, reading, null, 1.0));
            for (Reading reading : new Reading[] {Reading.SEQUENTIAL, Reading.RANDOM})
                report.check(
                        name(file, mode, pattern, reading, "limited"),
                        () -> read(file, mode, pattern, reading, RateLimiter.create(1e12), 1.0));
            // Our reads are the same in every mode.
            if (mode != Mode.STANDARD) continue;
            for (int kib : OTHER_BLOCKS_KIB)
                for (Reading reading : new Reading[] {Reading.SEQUENTIAL, Reading.RANDOM, Reading.BLOCK_BOUNDARIES})
                    report.check(name(file, mode, pattern, reading, kib + " KiB"), () -> {
                        ReadAhead.instance().blockBytes((long) kib << 10);
                        read(file, mode, pattern, reading, null, 1.0);
                    });
        }
    }

    private void readingsOf(SstableFile file, Way way) {
        for (Mode mode : new Mode[] {Mode.STANDARD, Mode.MMAP})
            for (Reading reading : Reading.values())
                for (int kib : new int[] {64, 256})
                    report.check(name(file, mode, way, reading, kib + " KiB"), () -> {
                        ReadAhead.instance().blockBytes((long) kib << 10);
                        way.choose();
                        long before = way.used();
                        read(file, mode, Pattern.FULL, reading, null, 1.0);
                        if (!gains(file) || reading != Reading.SEQUENTIAL || file.chunkCount() < way.leastChunks)
                            return;
                        // Once in a while there is no thread.
                        for (int again = 0; again < 10 && way.used() == before; again++)
                            read(file, mode, Pattern.FULL, reading, null, 1.0);
                        Mismatch.unlessEqual("gone that way", true, way.used() > before);
                    });
        report.check(name(file, way, "a range read does without"), () -> {
            way.choose();
            long before = way.used();
            read(file, Mode.STANDARD, Pattern.RAMP, Reading.SEQUENTIAL, null, 1.0);
            Mismatch.unlessEqual("chunks or bytes", before, way.used());
        });
    }

    private void readingsWithoutChecks(SstableFile file) {
        for (Mode mode : new Mode[] {Mode.STANDARD, Mode.MMAP})
            for (Reading reading : new Reading[] {Reading.SEQUENTIAL, Reading.RANDOM})
                report.check(
                        name(file, mode, reading, "unchecked"),
                        () -> read(file, mode, Pattern.FULL, reading, null, 0.0));
    }

    static void read(
            SstableFile file, Mode mode, Pattern pattern, Reading reading, RateLimiter limiter, double crcCheckChance) {
        try (FileHandle handle = Release.open(file, mode, crcCheckChance)) {
            Counts counts = new Counts();
            try (ReaderPair pair = ReaderPair.open(handle, pattern, limiter)) {
                Mismatch.unlessEqual("why the stock reader", expectedFallback(file, mode, pattern), counts.fallbacks());
                reading.run(pair, file);
            }
        }
    }

    private static Map<Reason, Long> expectedFallback(SstableFile file, Mode mode, Pattern pattern) {
        if (!file.compressed()) return Collections.singletonMap(Reason.NOT_COMPRESSED, 1L);
        if (mode == Mode.CACHED && pattern == Pattern.RAMP) return Collections.singletonMap(Reason.CHUNK_CACHE, 1L);
        return gains(file) ? Collections.emptyMap() : Collections.singletonMap(Reason.NOTHING_TO_GAIN, 1L);
    }

    static boolean gains(SstableFile file) {
        return file.compressed()
                && file.chunkLengthBytes() < ReadAhead.instance().blockBytes()
                && file.chunkLengthBytes() <= LARGEST_CHUNK_BYTES
                && file.dataLengthBytes() > file.chunkLengthBytes();
    }

    private void physicalReads(SstableFile file) {
        for (Mode mode : new Mode[] {Mode.STANDARD, Mode.MMAP})
            for (Pattern pattern : Pattern.values())
                for (int kib : new int[] {64, 256})
                    for (Way way : ways(file))
                        report.check(name(file, mode, pattern, way, "reads each byte once", kib + " KiB"), () -> {
                            ReadAhead.instance().blockBytes((long) kib << 10);
                            way.choose();
                            if (gains(file)) readsEachByteOnce(file, mode, pattern);
                        });
    }

    static void readsEachByteOnce(SstableFile file, Mode mode, Pattern pattern) {
        long blockBytes = ReadAhead.instance().blockBytes();
        try (FileHandle handle = Release.open(file, mode, 1.0);
                ReaderPair pair = ReaderPair.open(handle, pattern, null)) {
            Counts counts = new Counts();
            pair.read(1);
            Mismatch.unlessEqual("first fills", 1L, counts.fills());
            Mismatch.unlessEqual(
                    "bytes of the first fill",
                    pattern == Pattern.RAMP ? file.sizeOf(0) : Math.min(blockBytes, file.compressedLengthBytes()),
                    counts.fillBytes());
            while (!pair.isEOF()) pair.read((int) Math.min(7777, file.dataLengthBytes() - pair.position()));
            Mismatch.unlessEqual("bytes read", file.compressedLengthBytes(), counts.fillBytes());
            if (pattern == Pattern.FULL)
                Mismatch.unlessEqual(
                        "reads", (file.compressedLengthBytes() + blockBytes - 1) / blockBytes, counts.fills());
        }
    }

    /** What the key iterator of a BTI sstable gets. */
    private void keyCursor(SstableFile file) {
        for (Mode mode : modes())
            for (Pattern pattern : Pattern.values())
                report.check(name(file, mode, pattern, "key cursor"), () -> readsKeys(file, mode, pattern));
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

    /** An sstable that is opened while it is being written: the file goes on behind its end. */
    private void earlyViews(SstableFile file) {
        for (int chunks : new int[] {2, file.chunkCount() / 2, file.chunkCount() - 1})
            for (int shorterByBytes : new int[] {0, 1, 300}) {
                String what = "early view of " + chunks + " chunks less " + shorterByBytes;
                SstableFile early = earlyView(file, scratch, chunks, shorterByBytes);
                for (Mode mode : new Mode[] {Mode.STANDARD, Mode.MMAP})
                    for (Pattern pattern : Pattern.values()) {
                        report.check(name(file, mode, pattern, what), () -> {
                            if (!gains(early)) return;
                            readsEachByteOnce(early, mode, pattern);
                            readsLastChunkAlone(early, mode, pattern);
                        });
                        // Within a chunk stock readers do not notice the end.
                        if (shorterByBytes > 0) continue;
                        for (Reading reading : new Reading[] {Reading.SEQUENTIAL, Reading.RANDOM, Reading.ENDS})
                            for (Way way : ways(early))
                                report.check(name(file, mode, pattern, way, what, reading), () -> {
                                    way.choose();
                                    read(early, mode, pattern, reading, null, 1.0);
                                });
                    }
            }
    }

    static SstableFile earlyView(SstableFile file, Path scratch, int chunks, int shorterByBytes) {
        long dataLengthBytes = (long) chunks * file.chunkLengthBytes() - shorterByBytes;
        ChunkTable table = file.chunks().first(chunks, dataLengthBytes);
        Path written = scratch.resolve(file.name() + "-" + chunks + "-" + shorterByBytes + "-CompressionInfo.db");
        table.write(written);
        return new SstableFile(file.name(), file.data(), written, table, file.endOf(chunks - 1));
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
        report.check(name(file, "leaves a scan to the native reader"), () -> {
            ReadAhead.instance().mode(ReadAhead.Mode.AUTO);
            Counts counts = new Counts();
            for (Mode mode : modes())
                try (FileHandle handle = Release.open(file, mode, 1.0);
                        ReaderPair pair = ReaderPair.open(handle, Pattern.FULL, null)) {
                    Reading.SEQUENTIAL.run(pair, file);
                }
            Mismatch.unlessEqual(
                    "fallbacks", Collections.singletonMap(Reason.NATIVE_EFFECTIVE, 1L), counts.fallbacks());
        });
    }
}
