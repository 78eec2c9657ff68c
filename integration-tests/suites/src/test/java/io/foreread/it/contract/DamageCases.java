package io.foreread.it.contract;

import io.foreread.agent.reader.ReadAheadReaders;
import io.foreread.exporter.recorder.ScanRecorder.Pattern;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import org.apache.cassandra.io.util.FileHandle;
import org.apache.cassandra.io.util.RandomAccessReader;

/** Damaged files: both readers fail at the same place, alike, and are as good as before elsewhere. */
final class DamageCases {
    private final Report report;
    private final Path scratch;
    private final List<Way> ways;

    DamageCases(Report report, Path scratch, List<Way> ways) {
        this.report = report;
        this.scratch = scratch;
        this.ways = ways;
    }

    void run(SstableFile file) {
        for (Damage damage : Damage.values()) {
            Path directory = scratch.resolve(file.name() + "-" + damage);
            try {
                check(damage.copyOf(file, directory), damage);
                Damage.delete(directory);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    private void check(SstableFile damaged, Damage damage) {
        for (Mode mode : Cases.modes()) {
            // Touching a mapping behind the end of its file kills the JVM, with the stock reader too.
            if (mode == Mode.MMAP && !damage.keepsLength) continue;
            for (Pattern pattern : Pattern.values()) {
                for (double chance : mode == Mode.STANDARD ? new double[] {1.0, 0.0} : new double[] {1.0})
                    for (Way way : ways)
                        report.check(
                                Cases.name(damaged, mode, pattern, way, damage, chance > 0 ? "checked" : "unchecked"),
                                () -> {
                                    way.choose();
                                    survives(damaged, mode, pattern, chance);
                                });
                if (mode != Mode.STANDARD) continue;
                report.check(
                        Cases.name(damaged, mode, pattern, damage, "key cursor"),
                        () -> keyCursorLeaksNothing(damaged, mode, pattern));
            }
        }
    }

    static void survives(SstableFile damaged, Mode mode, Pattern pattern, double crcCheckChance) {
        try (FileHandle handle = Release.open(damaged, mode, crcCheckChance)) {
            readsEachChunk(handle, damaged, mode, pattern);
            readsStraightOn(handle, damaged, mode, pattern);
        }
    }

    private static void readsEachChunk(FileHandle handle, SstableFile file, Mode mode, Pattern pattern) {
        ReaderPair pair = ReaderPair.open(handle, pattern, null);
        try {
            for (int chunk = 0; chunk < file.chunkCount(); chunk++) {
                // After a failure the stock reader gives its cached chunk back once more when it is closed, and
                // whoever asks for that chunk next spins for ever: only readers that have read nothing before.
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

    private static void readsStraightOn(FileHandle handle, SstableFile file, Mode mode, Pattern pattern) {
        if (mode == Mode.CACHED) return;
        try (ReaderPair pair = ReaderPair.open(handle, pattern, null)) {
            while (!pair.isEOF()) {
                long start = pair.position();
                // A damaged chunk may be shorter than it says: then both readers are stuck before its end.
                if (pair.read(10_007)) {
                    if (pair.position() == start) return;
                    continue;
                }
                // Where stock leaves the bytes of the previous chunk behind we leave none, on purpose.
                if (Release.STALE_AFTER_FAILURE || !pair.failure().contains("CorruptBlockException")) return;
                pair.sameState("after the failure");
                long failed = pair.position();
                long good = failed >= 2L * file.chunkLengthBytes() ? 0 : 4L * file.chunkLengthBytes();
                attemptChunk(pair, good, 500);
                // And once more where it failed.
                attemptChunk(pair, failed, 10);
                return;
            }
        }
    }

    /** Whoever opens it gets an exception instead of a reader, and has nothing to close. */
    static void keyCursorLeaksNothing(SstableFile file, Mode mode, Pattern pattern) {
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
                if (!stock.sameAs(ours) && !ours.tellsOfCorruptionWhere(stock))
                    throw new Mismatch("at " + position + ": stock " + stock + ", ours " + ours);
            }
        }
    }
}
