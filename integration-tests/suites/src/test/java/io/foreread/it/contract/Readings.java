package io.foreread.it.contract;

import com.google.common.util.concurrent.RateLimiter;
import io.foreread.agent.readahead.ReadAhead;
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

/** Reads files with Foreread's reader and the stock reader for rules, and compares what they return. */
final class Readings {
    private static final int LARGEST_CHUNK_BYTES = 128 << 10;

    private Readings() {}

    static List<Mode> modes() {
        return Stream.of(Mode.STANDARD, Mode.MMAP, Mode.CACHED)
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

    static void read(
            SstableFile file,
            Mode mode,
            Pattern pattern,
            AccessPattern reading,
            RateLimiter limiter,
            double crcCheckChance) {
        try (FileHandle handle = Release.open(file, mode, crcCheckChance)) {
            Counts counts = new Counts();
            try (ReaderPair pair = ReaderPair.open(handle, pattern, limiter)) {
                Mismatch.unlessEqual("fallback reasons", expectedFallback(file, mode, pattern), counts.fallbacks());
                reading.run(pair, file);
            }
        }
    }

    private static Map<Reason, Long> expectedFallback(SstableFile file, Mode mode, Pattern pattern) {
        if (mode == Mode.CACHED && pattern == Pattern.RAMP) return Collections.singletonMap(Reason.CHUNK_CACHE, 1L);
        return benefitsFromReadAhead(file)
                ? Collections.emptyMap()
                : Collections.singletonMap(Reason.NOTHING_TO_GAIN, 1L);
    }

    static boolean benefitsFromReadAhead(SstableFile file) {
        if (!file.compressed()) return file.dataLengthBytes() > SstableFile.PAGE_BYTES;
        return file.chunkLengthBytes() < ReadAhead.instance().blockBytes()
                && file.chunkLengthBytes() <= LARGEST_CHUNK_BYTES
                && file.dataLengthBytes() > file.chunkLengthBytes();
    }

    static void readsEachByteOnce(SstableFile file, Mode mode, Pattern pattern) {
        long blockBytes = ReadAhead.instance().blockBytes();
        try (FileHandle handle = Release.open(file, mode, 1.0);
                ReaderPair pair = ReaderPair.open(handle, pattern, null)) {
            Counts counts = new Counts();
            pair.read(1);
            Mismatch.unlessEqual("fills for the first byte", 1L, counts.fills());
            Mismatch.unlessEqual(
                    "bytes of the first fill",
                    pattern == Pattern.RAMP
                            ? file.firstReadBytes()
                            : Math.min(blockBytes, file.compressedLengthBytes()),
                    counts.fillBytes());
            while (!pair.isEOF()) pair.read((int) Math.min(7777, file.dataLengthBytes() - pair.position()));
            Mismatch.unlessEqual("bytes read", file.compressedLengthBytes(), counts.fillBytes());
            if (pattern == Pattern.FULL)
                Mismatch.unlessEqual(
                        "fills", (file.compressedLengthBytes() + blockBytes - 1) / blockBytes, counts.fills());
        }
    }

    static SstableFile earlyView(SstableFile file, Path scratch, int chunks, int shorterByBytes) {
        long dataLengthBytes = (long) chunks * file.chunkLengthBytes() - shorterByBytes;
        ChunkTable table = file.chunks().first(chunks, dataLengthBytes);
        Path written = scratch.resolve(file.name() + "-" + chunks + "-" + shorterByBytes + "-CompressionInfo.db");
        table.write(written);
        return new SstableFile(file.name(), file.data(), written, table, file.endOf(chunks - 1));
    }
}
