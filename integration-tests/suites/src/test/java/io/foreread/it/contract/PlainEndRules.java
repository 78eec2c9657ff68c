package io.foreread.it.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.foreread.agent.readahead.ReadAhead;
import io.foreread.exporter.recorder.ScanRecorder.Pattern;
import io.foreread.exporter.recorder.ScanRecorder.Reason;
import java.io.EOFException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import org.apache.cassandra.io.util.FileHandle;
import org.apache.cassandra.io.util.RandomAccessReader;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Checks scans of uncompressed files that end before the end of the sstable, or continue beyond it. */
class PlainEndRules {
    private static final int BLOCK_BYTES = PlainRules.BLOCK_BYTES;
    private static final int PAGE_BYTES = SstableFile.PAGE_BYTES;

    private final SstableFile file = RuleFiles.named("plain");

    @BeforeEach
    void resetStaticState() throws ReflectiveOperationException {
        RuleFiles.reset();
    }

    @Test
    void aFileThatIsCutWhileItIsOpenFailsAtTheSamePlacesAsStock() throws Exception {
        long bytes = file.dataLengthBytes();
        for (long cut : new long[] {0, 1, PAGE_BYTES, BLOCK_BYTES, BLOCK_BYTES + 10, bytes / 2, bytes - 1})
            for (Mode mode : Readings.modes()) {
                // Access to a mapping beyond the end of its file kills the JVM, also with the stock reader.
                if (mode == Mode.MMAP) continue;
                for (Pattern pattern : Pattern.values()) failsLikeStock(mode, pattern, ReadPath.INLINE, cut);
                if (mode == Mode.STANDARD && DirectReads.possible(file.data()))
                    failsLikeStock(mode, Pattern.FULL, ReadPath.DIRECT, cut);
            }
    }

    private void failsLikeStock(Mode mode, Pattern pattern, ReadPath path, long cut) throws Exception {
        Path directory = RuleFiles.scratch();
        SstableFile copy = PlainRules.write(directory, Files.readAllBytes(file.data()));
        Cases.run(() -> {
            path.choose();
            ReadAhead.instance().blockBytes(BLOCK_BYTES);
            Counts counts = new Counts();
            try (FileHandle handle = Release.open(copy, mode, 1.0)) {
                truncate(copy.data(), cut);
                readsToTheCut(handle, pattern);
                long length = copy.dataLengthBytes();
                for (long position :
                        new long[] {0, cut - 5000, cut - 50, cut - 1, cut, cut + 1, cut + 5000, length - 1})
                    // The state of the stock reader after a failure is undefined, so each position has its own pair.
                    if (position >= 0 && position < length)
                        try (ReaderPair pair = ReaderPair.open(handle, pattern, null)) {
                            attempt(pair, position);
                            attempt(pair, 0);
                            attempt(pair, position);
                        }
            }
            if (mode != Mode.CACHED) assertThat(counts.fallbacks()).containsOnlyKeys(Reason.TRUNCATED);
        });
        Damage.delete(directory);
    }

    private static void readsToTheCut(FileHandle handle, Pattern pattern) {
        try (ReaderPair pair = ReaderPair.open(handle, pattern, null)) {
            long position = -1;
            while (pair.position() > position) {
                position = pair.position();
                if (!pair.read(3001)) return;
            }
            // The scan goes on with the stock reader, and tries several times to return to read-ahead.
            for (int i = 0; i < 3 * PlainRules.CHUNKS_UNTIL_RETRY; i++) pair.read(10);
        }
    }

    private static void attempt(ReaderPair pair, long position) {
        pair.attempt("100 bytes at " + position, reader -> {
            reader.seek(position);
            byte[] target = new byte[100];
            int count = reader.read(target, 0, target.length);
            return count < 0 ? count : Arrays.copyOf(target, count);
        });
    }

    /** The stock reader would access the mapping beyond the end of the file. */
    @Test
    void aMappedFileThatIsCutWhileItIsOpenEndsThere() throws Exception {
        Path directory = RuleFiles.scratch();
        byte[] content = Files.readAllBytes(file.data());
        SstableFile copy = PlainRules.write(directory, content);
        int cut = content.length / 2;
        Cases.run(() -> {
            Counts counts = new Counts();
            try (FileHandle handle = Release.open(copy, Mode.MMAP, 1.0);
                    RandomAccessReader reader = PlainRules.open(handle, Pattern.FULL)) {
                truncate(copy.data(), cut);
                byte[] read = new byte[cut];
                reader.readFully(read);
                assertThat(Arrays.equals(read, Arrays.copyOf(content, cut))).isTrue();
                assertThatThrownBy(reader::readByte).isInstanceOf(EOFException.class);
                reader.seek(cut + 5000);
                assertThatThrownBy(reader::readByte).isInstanceOf(EOFException.class);
                reader.seek(cut - 1);
                assertThat(reader.readByte()).isEqualTo(content[cut - 1]);
            }
            assertThat(counts.fallbacks()).isEmpty();
        });
        Damage.delete(directory);
    }

    /** The file can continue beyond the end of the sstable, and becomes longer while it is read. */
    @Test
    void nothingIsReturnedBeyondTheEndOfAnSstableThatIsBeingWritten() throws Exception {
        for (int bytes : new int[] {PAGE_BYTES + 1, BLOCK_BYTES - 1, BLOCK_BYTES, BLOCK_BYTES + 1, 200_000}) {
            for (Mode mode : Readings.modes())
                for (Pattern pattern : Pattern.values())
                    if (mode != Mode.CACHED || pattern == Pattern.FULL) endsAt(bytes, mode, pattern, ReadPath.INLINE);
            if (DirectReads.possible(file.data())) endsAt(bytes, Mode.STANDARD, Pattern.FULL, ReadPath.DIRECT);
        }
    }

    private void endsAt(int bytes, Mode mode, Pattern pattern, ReadPath path) throws Exception {
        Path directory = RuleFiles.scratch();
        byte[] content = Files.readAllBytes(file.data());
        int writtenBytes = bytes + 10;
        SstableFile growing = PlainRules.write(directory, Arrays.copyOf(content, writtenBytes));
        Cases.run(() -> {
            path.choose();
            ReadAhead.instance().blockBytes(BLOCK_BYTES);
            Counts counts = new Counts();
            try (FileHandle handle = Release.openPlain(growing.data(), bytes, mode);
                    RandomAccessReader reader = PlainRules.open(handle, pattern)) {
                byte[] read = new byte[content.length];
                reader.readFully(read, 0, bytes / 2);
                Files.write(
                        growing.data(),
                        Arrays.copyOfRange(content, writtenBytes, content.length),
                        StandardOpenOption.APPEND);
                assertThat(reader.read(read, bytes / 2, read.length - bytes / 2))
                        .isEqualTo(bytes - bytes / 2);
                assertThat(Arrays.equals(Arrays.copyOf(read, bytes), Arrays.copyOf(content, bytes)))
                        .isTrue();
                assertThat(reader.read()).isEqualTo(-1);
            }
            // A direct read ends at a multiple of a page, after the end of the sstable.
            if (path == ReadPath.INLINE) assertThat(counts.fillBytes()).isEqualTo(bytes);
            assertThat(counts.fallbacks()).isEmpty();
        });
        Damage.delete(directory);
    }

    private static void truncate(Path data, long bytes) {
        try (FileChannel channel = FileChannel.open(data, StandardOpenOption.WRITE)) {
            channel.truncate(bytes);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
