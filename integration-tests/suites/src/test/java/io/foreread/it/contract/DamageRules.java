package io.foreread.it.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.DynamicContainer.dynamicContainer;

import io.foreread.agent.reader.ReadAheadReaders;
import io.foreread.exporter.recorder.ScanRecorder.Pattern;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.cassandra.io.util.FileHandle;
import org.apache.cassandra.io.util.RandomAccessReader;
import org.junit.jupiter.api.DynamicContainer;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestFactory;

/**
 * Checks that Foreread's reader fails at the same places of a damaged file as the stock reader, with the same
 * exception, and reads the undamaged chunks. A different exception is accepted only in the case that {@link
 * Outcome#reportsCorruptionInsteadOf} describes.
 */
@Tag("matrix")
class DamageRules {
    private final List<SstableFile> files = RuleFiles.matrix();
    private final List<ReadPath> paths =
            ReadPath.all(DirectReads.possible(files.get(0).data()));
    private final Path scratch = RuleFiles.scratch();

    /** The stream creates and deletes the damaged copies one after the other, so only one is on disk at a time. */
    @TestFactory
    Stream<DynamicContainer> aDamagedFileFailsAtTheSamePlacesAsStock() {
        // The chunk length is irrelevant here, so one file per compressor is enough.
        List<SstableFile> onePerCompressor = files.stream()
                .filter(file -> file.compressed()
                        && file.chunkCount() > 8
                        && file.name().endsWith("-16"))
                .collect(Collectors.toList());
        assertThat(onePerCompressor).isNotEmpty();
        return onePerCompressor.stream().flatMap(this::containers);
    }

    private Stream<DynamicContainer> containers(SstableFile file) {
        return Stream.of(Damage.values()).map(kind -> dynamicContainer(file.name() + " " + kind, cases(file, kind)));
    }

    private Stream<DynamicTest> cases(SstableFile file, Damage damage) {
        return Stream.of(scratch.resolve(file.name() + "-" + damage)).flatMap(directory -> {
            try {
                Cases cases = new Cases();
                check(damage.copyOf(file, directory), damage, cases);
                cases.check(Readings.name(file, damage, "is deleted"), () -> Damage.delete(directory));
                return cases.tests();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        });
    }

    private void check(SstableFile damaged, Damage damage, Cases cases) {
        List<ReadPath> suitable =
                paths.stream().filter(path -> path.suits(damaged)).collect(Collectors.toList());
        for (Mode mode : Readings.modes()) {
            // Access to a mapping beyond the end of its file kills the JVM, also with the stock reader.
            if (mode == Mode.MMAP && !damage.readableThroughMmap) continue;
            for (Pattern pattern : Pattern.values()) {
                for (double chance : mode == Mode.STANDARD ? new double[] {1.0, 0.0} : new double[] {1.0})
                    for (ReadPath path : suitable)
                        cases.check(
                                Readings.name(
                                        damaged, mode, pattern, path, damage, chance > 0 ? "checked" : "unchecked"),
                                () -> {
                                    path.choose();
                                    bothReadersFailAlike(damaged, mode, pattern, chance);
                                });
                if (mode != Mode.STANDARD) continue;
                cases.check(
                        Readings.name(damaged, mode, pattern, damage, "key cursor"),
                        () -> keyCursorFailsLikeStock(damaged, mode, pattern));
            }
        }
    }

    static void bothReadersFailAlike(SstableFile damaged, Mode mode, Pattern pattern, double crcCheckChance) {
        try (FileHandle handle = Release.open(damaged, mode, crcCheckChance)) {
            readsEachChunk(handle, damaged, mode, pattern);
            readsSequentially(handle, damaged, mode, pattern);
        }
    }

    private static void readsEachChunk(FileHandle handle, SstableFile file, Mode mode, Pattern pattern) {
        ReaderPair pair = ReaderPair.open(handle, pattern, null);
        try {
            for (int chunk = 0; chunk < file.chunkCount(); chunk++) {
                // When a read fails, the stock reader still refers to the chunk that it released before. close()
                // releases that chunk again, and the next read of it from the chunk cache never ends. A new reader
                // holds no chunk when its read fails, so each chunk gets a new pair of readers.
                if (mode == Mode.CACHED) {
                    pair.close();
                    pair = ReaderPair.open(handle, pattern, null);
                }
                long position = (long) chunk * file.chunkLengthBytes();
                attemptChunk(
                        pair, position, (int) Math.min(file.chunkLengthBytes(), file.dataLengthBytes() - position));
            }
        } finally {
            pair.close();
        }
    }

    private static void attemptChunk(ReaderPair pair, long position, int bytes) {
        pair.attempt("chunk at " + position, reader -> {
            reader.seek(position);
            byte[] target = new byte[bytes];
            int count = reader.read(target, 0, bytes);
            return count == bytes ? target : count;
        });
    }

    private static void readsSequentially(FileHandle handle, SstableFile file, Mode mode, Pattern pattern) {
        if (mode == Mode.CACHED) return;
        try (ReaderPair pair = ReaderPair.open(handle, pattern, null)) {
            while (!pair.isEOF()) {
                long start = pair.position();
                // A damaged chunk can be shorter than its declared length. Then neither reader advances to the next
                // chunk.
                if (pair.read(10_007)) {
                    if (pair.position() == start) return;
                    continue;
                }
                // In 3.11, and after failures other than CorruptBlockException, the buffer of the stock reader can
                // still contain bytes. Foreread's buffer is always empty then, so the states after the failure are not
                // compared.
                if (Release.STALE_AFTER_FAILURE || !pair.failure().contains("CorruptBlockException")) return;
                pair.sameState("after the failure");
                long failed = pair.position();
                long good = failed >= 2L * file.chunkLengthBytes() ? 0 : 4L * file.chunkLengthBytes();
                attemptChunk(pair, good, 500);
                // Repeats the failed read.
                attemptChunk(pair, failed, 10);
                return;
            }
        }
    }

    /**
     * Opens a key cursor at each chunk and reads one byte. At a damaged chunk this must fail with the same exception as
     * with the stock reader. A different exception is accepted only in the case that {@link
     * Outcome#reportsCorruptionInsteadOf} describes.
     */
    static void keyCursorFailsLikeStock(SstableFile file, Mode mode, Pattern pattern) {
        try (FileHandle handle = Release.open(file, mode, 1.0)) {
            for (int chunk = 0; chunk < file.chunkCount(); chunk++) {
                long position = (long) chunk * file.chunkLengthBytes();
                Outcome stock = Outcome.of(
                        none -> {
                            try (RandomAccessReader reader = (RandomAccessReader) handle.createReader(position)) {
                                return reader.readByte();
                            }
                        },
                        null);
                Outcome ours = Outcome.of(
                        none -> {
                            try (RandomAccessReader reader = (RandomAccessReader)
                                    ReadAheadReaders.openKeyCursor(handle, true, pattern, Release.NATIVE, position)) {
                                return reader.readByte();
                            }
                        },
                        null);
                if (!stock.sameAs(ours) && !ours.reportsCorruptionInsteadOf(stock))
                    throw new Mismatch("at " + position + ": stock " + stock + ", Foreread " + ours);
            }
        }
    }
}
