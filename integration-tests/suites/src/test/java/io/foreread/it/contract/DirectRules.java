package io.foreread.it.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.foreread.exporter.recorder.Recorders;
import io.foreread.exporter.recorder.ScanRecorder.Pattern;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.nio.file.StandardOpenOption;
import org.apache.cassandra.io.util.ChannelProxy;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Checks which reads use direct I/O if it is enabled, and how scans switch to buffered reads. */
class DirectRules {
    /** A file of procfs, which does not support direct I/O. */
    private static final Path PROCFS_FILE = Paths.get("/proc/version");

    private final SstableFile file = RuleFiles.named(table());
    private ScannedCopy copy;

    String table() {
        return "lz4-16";
    }

    @BeforeEach
    void copyTheFile() throws Exception {
        assumeTrue(DirectReads.possible(file.data()), "this Java or this file system does not support direct I/O");
        RuleFiles.reset();
        ScannedCopy.resetStaticState();
        copy = new ScannedCopy(file);
    }

    @AfterEach
    void deleteTheCopy() throws Exception {
        if (copy != null) copy.delete();
    }

    @Test
    void aFileDeletedDuringTheScanIsStillReadWithDirectIo() throws Exception {
        long before = ReadPath.DIRECT.used();
        copy.scan(ReadPath.DIRECT, reader -> {
            Files.delete(copy.data());
            assertThat(copy.restOf(reader)).isEqualTo(file.dataLengthBytes());
        });
        assertThat(ReadPath.DIRECT.used()).isGreaterThan(before);
        assertThat(ScannedCopy.logged(ReadPath.DIRECT)).isFalse();
    }

    @Test
    void aFileSystemWithoutDirectIoIsReadThroughThePageCacheAndThatIsLogged() throws Exception {
        Cases.run(() -> {
            ReadPath.DIRECT.choose();
            try (ChannelProxy proxy = new ChannelProxy(PROCFS_FILE.toString())) {
                ByteBuffer read = ByteBuffer.allocateDirect(4096);
                long before = ReadPath.DIRECT.used();
                int bytes = ScannedCopy.readAsConfigured(proxy, read);
                assertThat(read.flip().remaining()).isEqualTo(bytes).isPositive();
                assertThat(ReadPath.DIRECT.used()).isEqualTo(before);
            }
        });
        assertThat(ScannedCopy.logged(ReadPath.DIRECT)).isTrue();
    }

    @Test
    void aFailedDirectReadSwitchesToBufferedReadsAndIsLogged() throws Exception {
        long before = ReadPath.DIRECT.used();
        Counts counts = new Counts();
        copy.scan(ReadPath.DIRECT, reader -> {
            reader.readByte();
            long direct = ReadPath.DIRECT.used() - before;
            FileChannel unreadable = copy.makeUnreadable(reader);
            assertThat(copy.restOf(reader)).isEqualTo(file.dataLengthBytes() - 1);
            assertThat(unreadable.isOpen()).isFalse();
            assertThat(ReadPath.DIRECT.used() - before).isEqualTo(direct);
            assertThat(counts.fillBytes()).isEqualTo(file.compressedLengthBytes());
            // With decompress-ahead off, another thread decompresses ahead of scans with direct I/O only, because the
            // kernel reads nothing in advance for them.
            long ahead = Recorders.SCANS.chunksAhead();
            for (int i = 0; i < 5; i++) {
                reader.seek(0);
                assertThat(copy.restOf(reader)).isEqualTo(file.dataLengthBytes());
            }
            assertThat(Recorders.SCANS.chunksAhead()).isEqualTo(ahead);
        });
        assertThat(ScannedCopy.logged(ReadPath.DIRECT)).isTrue();
    }

    @Test
    void afterAFailedDirectReadOfAMappedFileOneNewChannelReadsTheRest() throws Exception {
        copy.scan(ReadPath.DIRECT, Mode.MMAP, Pattern.FULL, reader -> {
            reader.readByte();
            FileChannel unreadable = copy.makeUnreadable(reader);
            assertThat(copy.restOf(reader)).isEqualTo(file.dataLengthBytes() - 1);
            assertThat(unreadable.isOpen()).isFalse();
            assertThat(copy.descriptors()).isEqualTo(2);
        });
        assertThat(ScannedCopy.logged(ReadPath.DIRECT)).isTrue();
    }

    /** The test closes the channel of the scan, as an interrupt does. A closed channel is not an error of the file. */
    @Test
    void aClosedFileSwitchesToBufferedReadsWithoutALogLine() throws Exception {
        copy.scan(ReadPath.DIRECT, reader -> {
            reader.readByte();
            FileChannel closed = FileChannel.open(copy.data(), StandardOpenOption.READ);
            closed.close();
            ScannedCopy.replaceChannel(reader, closed).close();
            assertThat(copy.restOf(reader)).isEqualTo(file.dataLengthBytes() - 1);
        });
        assertThat(ScannedCopy.logged(ReadPath.DIRECT)).isFalse();
    }
}
