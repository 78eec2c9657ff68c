package io.foreread.it.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import com.google.common.io.ByteStreams;
import io.foreread.agent.probe.HookNames;
import io.foreread.agent.probe.HookSwitch;
import io.foreread.agent.readahead.ReadAhead;
import io.foreread.agent.reader.ReadAheadReaders;
import io.foreread.exporter.recorder.ScanRecorder.Pattern;
import io.foreread.exporter.recorder.ScanRecorder.Reason;
import java.io.FileDescriptor;
import java.lang.reflect.Field;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.List;
import org.apache.cassandra.io.util.FileHandle;
import org.apache.cassandra.io.util.RandomAccessReader;
import org.apache.cassandra.utils.NativeLibrary;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Checks that a full scan reads the data file through its own descriptor, and what it reads if it cannot open or read this
 * descriptor.
 */
class ScanFileRules {
    private final SstableFile file = RuleFiles.named(table());
    private ScannedCopy copy;

    String table() {
        return "lz4-16";
    }

    @BeforeEach
    void copyTheFile() throws Exception {
        RuleFiles.reset();
        ScannedCopy.resetStaticState();
        copy = new ScannedCopy(file);
    }

    @AfterEach
    void deleteTheCopy() throws Exception {
        copy.delete();
    }

    @Test
    void aScanKeepsItsOwnDescriptorOpenUntilItsReaderIsClosed() throws Exception {
        for (ReadPath path : paths())
            copy.scan(path, reader -> {
                assertThat(copy.descriptors()).isOne();
                reader.readByte();
                assertThat(copy.descriptors()).isEqualTo(2);
                reader.close();
                assertThat(copy.descriptors()).isOne();
            });
        assertThat(copy.descriptors()).isZero();
        for (ReadPath path : paths()) assertThat(ScannedCopy.logged(path)).isFalse();
    }

    @Test
    void rangeReadsAndScansWithOverlapOffReadTheSharedChannel() throws Exception {
        copy.scan(ReadPath.INLINE, Pattern.RAMP, reader -> {
            assertThat(copy.restOf(reader)).isEqualTo(file.dataLengthBytes());
            assertThat(copy.descriptors()).isOne();
        });
        copy.scan(ReadPath.INLINE, reader -> {
            ReadAhead.instance().overlap(false);
            assertThat(copy.restOf(reader)).isEqualTo(file.dataLengthBytes());
            assertThat(copy.descriptors()).isOne();
        });
    }

    @Test
    void everyScanOfAMappedFileHasItsOwnDescriptorWithAnySetting() throws Exception {
        for (boolean overlap : new boolean[] {true, false})
            for (Pattern pattern : Pattern.values())
                copy.scan(ReadPath.INLINE, Mode.MMAP, pattern, reader -> {
                    ReadAhead.instance().overlap(overlap);
                    assertThat(copy.restOf(reader)).isEqualTo(file.dataLengthBytes());
                    assertThat(copy.descriptors()).isEqualTo(2);
                });
    }

    @Test
    void aScanOfAMappedFileThatCannotBeReopenedIsLeftToCassandra() throws Exception {
        Counts counts = new Counts();
        copy.scan(ReadPath.INLINE, Mode.MMAP, Pattern.FULL, reader -> {
            // The scan opens /proc/self/fd/N with the descriptor N of the shared channel. A closed channel has none.
            copy.whileClosed(reader, closed -> assertThat(copy.restOf(reader)).isEqualTo(file.dataLengthBytes()));
            assertThat(copy.descriptors()).isOne();
        });
        assertThat(counts.fallbacks()).isEqualTo(ImmutableMap.of(Reason.UNEXPECTED_ERROR, 1L));
        assertThat(counts.fills()).isZero();
    }

    @Test
    void afterAFailedReadOfAMappedFileTheScanReadsANewChannel() throws Exception {
        copy.scan(ReadPath.INLINE, Mode.MMAP, Pattern.FULL, reader -> {
            reader.readByte();
            FileChannel unreadable = copy.makeUnreadable(reader);
            Counts counts = new Counts();
            long before = ScannedCopy.bytesRead();
            assertThat(copy.restOf(reader)).isEqualTo(file.dataLengthBytes() - 1);
            assertThat(unreadable.isOpen()).isFalse();
            assertThat(ScannedCopy.bytesRead() - before).isEqualTo(counts.fillBytes());
            assertThat(counts.fallbacks()).isEmpty();
            assertThat(counts.fills()).isPositive();
        });
    }

    @Test
    void readsOfTheScansOwnChannelAreCounted() throws Exception {
        HookSwitch.of(HookNames.CHANNEL_PROXY).on = true;
        for (ReadPath path : paths()) {
            long before = ScannedCopy.bytesRead();
            copy.scan(path, reader -> assertThat(copy.restOf(reader)).isEqualTo(file.dataLengthBytes()));
            assertThat(ScannedCopy.bytesRead() - before).isEqualTo(file.compressedLengthBytes());
        }
    }

    /** The paths with buffered reads and, where the file system supports it, with direct I/O. */
    private List<ReadPath> paths() {
        return DirectReads.possible(file.data())
                ? ImmutableList.of(ReadPath.INLINE, ReadPath.DIRECT)
                : ImmutableList.of(ReadPath.INLINE);
    }

    /**
     * A path refers to another file after a backup was moved over a live sstable. Cassandra still has the old file open,
     * and uses the chunk offsets of the old file.
     */
    @Test
    void aFileWhosePathWasReplacedIsReadToItsEnd() throws Exception {
        copy.scan(ReadPath.INLINE, reader -> {
            Files.copy(
                    RuleFiles.named(file.compressed() ? "plain" : "lz4-16").data(),
                    copy.data().resolveSibling("other"),
                    StandardCopyOption.REPLACE_EXISTING);
            Files.move(copy.data().resolveSibling("other"), copy.data(), StandardCopyOption.REPLACE_EXISTING);
            assertThat(copy.restOf(reader)).isEqualTo(file.dataLengthBytes());
        });
        assertThat(ScannedCopy.logged(ReadPath.INLINE)).isFalse();
    }

    @Test
    void afterAFailedReadTheScanReadsTheSharedChannel() throws Exception {
        Counts counts = new Counts();
        copy.scan(ReadPath.INLINE, reader -> {
            reader.readByte();
            FileChannel unreadable = copy.makeUnreadable(reader);
            assertThat(copy.restOf(reader)).isEqualTo(file.dataLengthBytes() - 1);
            assertThat(unreadable.isOpen()).isFalse();
            assertThat(counts.fillBytes()).isEqualTo(file.compressedLengthBytes());
        });
    }

    @Test
    void aFileThatCannotBeReopenedIsReadByTheSharedChannelAndTheReasonIsLogged() throws Exception {
        copy.scan(ReadPath.INLINE, reader -> {
            // The scan opens /proc/self/fd/N with the descriptor N of the shared channel. A closed channel has none.
            copy.whileClosed(reader, closed -> assertThatThrownBy(reader::readByte)
                    .hasRootCauseInstanceOf(ClosedChannelException.class));
            assertThat(copy.descriptors()).isOne();
            reader.seek(0);
            assertThat(copy.restOf(reader)).isEqualTo(file.dataLengthBytes());
        });
        assertThat(ScannedCopy.logged(ReadPath.INLINE)).isTrue();
        // The next scan opens its own file again.
        copy.scan(ReadPath.INLINE, reader -> {
            reader.readByte();
            assertThat(copy.descriptors()).isEqualTo(2);
        });
    }

    /**
     * On Java 8 a closed channel keeps its descriptor number, which the system can assign to another file in the
     * meantime.
     */
    @Test
    void theDescriptorOfAClosedChannelIsNotUsed() throws Exception {
        copy.scan(ReadPath.INLINE, reader -> {
            Path data = RuleFiles.named("plain").data().toRealPath();
            try (FileChannel other = FileChannel.open(data, StandardOpenOption.READ)) {
                copy.whileClosed(reader, closed -> {
                    setDescriptor(closed, NativeLibrary.getfd(other));
                    long descriptors = ScannedCopy.descriptors(data);
                    assertThatThrownBy(reader::readByte).hasRootCauseInstanceOf(ClosedChannelException.class);
                    assertThat(ScannedCopy.descriptors(data)).isEqualTo(descriptors);
                });
            }
            reader.seek(0);
            assertThat(copy.restOf(reader)).isEqualTo(file.dataLengthBytes());
        });
    }

    private static void setDescriptor(FileChannel channel, int number) throws ReflectiveOperationException {
        Field descriptor = channel.getClass().getDeclaredField("fd");
        descriptor.setAccessible(true);
        Field field = FileDescriptor.class.getDeclaredField("fd");
        field.setAccessible(true);
        field.setInt(descriptor.get(channel), number);
    }

    @Test
    void aFileOfOneBlockIsNotReopened() throws Exception {
        int pageBytes = 4096;
        long blockBytes = (file.compressedLengthBytes() + pageBytes - 1) / pageBytes * pageBytes;
        for (long bytes : new long[] {blockBytes, blockBytes - pageBytes})
            copy.scan(ReadPath.INLINE, reader -> {
                ReadAhead.instance().blockBytes(bytes);
                try (FileHandle handle = Release.open(copy.file(), Mode.STANDARD, 1.0);
                        RandomAccessReader scan = Openings.full(handle)) {
                    long before = copy.descriptors();
                    scan.readByte();
                    assertThat(copy.descriptors() - before).isEqualTo(bytes == blockBytes ? 0 : 1);
                }
            });
    }

    @Test
    void anIndexThatCannotBeReopenedIsReadByCassandrasReader() throws Exception {
        Counts counts = new Counts();
        Cases.run(() -> {
            byte[] content = Files.readAllBytes(copy.data());
            try (FileHandle handle = Release.openMapped(copy.data());
                    RandomAccessReader reader = ReadAheadReaders.wrapIndex(handle.createReader())) {
                copy.whileClosed(reader, closed -> assertThat(ByteStreams.toByteArray(reader))
                        .isEqualTo(content));
            }
        });
        assertThat(counts.fallbacks()).isEqualTo(ImmutableMap.of(Reason.UNEXPECTED_ERROR, 1L));
        assertThat(counts.fills()).isZero();
    }

    @Test
    void aScanReadsTheIndexThroughItsOwnDescriptorToo() throws Exception {
        HookSwitch.of(HookNames.CHANNEL_PROXY).on = true;
        Cases.run(() -> {
            try (FileHandle handle = Release.openPlain(copy.data(), file.compressedLengthBytes())) {
                try (RandomAccessReader reader = ReadAheadReaders.wrapIndex(handle.createReader())) {
                    assertThat(copy.descriptors()).isOne();
                    long before = ScannedCopy.bytesRead();
                    assertThat(ByteStreams.toByteArray(reader)).isEqualTo(Files.readAllBytes(copy.data()));
                    assertThat(ScannedCopy.bytesRead() - before).isEqualTo(file.compressedLengthBytes());
                    assertThat(copy.descriptors()).isEqualTo(2);
                }
                assertThat(copy.descriptors()).isOne();
            }
        });
        assertThat(copy.descriptors()).isZero();
    }
}
