package io.foreread.it.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.foreread.agent.probe.HookSwitch;
import io.foreread.exporter.recorder.Activity;
import io.foreread.exporter.recorder.Component;
import io.foreread.exporter.recorder.Recorders;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.Field;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.NonReadableChannelException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import org.apache.cassandra.io.util.FileHandle;
import org.apache.cassandra.io.util.RandomAccessReader;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What a scan past the page cache leaves behind, and what it does when it cannot go there. */
class DirectRules {
    private final SstableFile file = RuleFiles.named("lz4-16");
    private Path directory;
    private SstableFile copy;

    @BeforeEach
    void copyTheFile() throws Exception {
        assumeTrue(DirectReads.possible(file.data()), "this file system cannot be read past the page cache");
        RuleFiles.reset();
        toldOfARefusal().set(false);
        directory = RuleFiles.scratch().toRealPath();
        Path data = Files.copy(file.data(), directory.resolve("copy-Data.db"));
        copy = new SstableFile("copy", data, file.chunkTable(), file.chunks(), file.compressedLengthBytes());
    }

    @AfterEach
    void deleteTheCopy() throws Exception {
        if (directory != null) Damage.delete(directory);
    }

    @Test
    void aScanHasAFileOfItsOwnUntilItIsClosed() throws Exception {
        directly(reader -> {
            assertThat(descriptors()).isOne();
            reader.readByte();
            assertThat(descriptors()).isEqualTo(2);
            reader.close();
            assertThat(descriptors()).isOne();
        });
        assertThat(descriptors()).isZero();
    }

    @Test
    void aReadPastThePageCacheIsCountedLikeAnyRead() throws Exception {
        HookSwitch.of("channel-proxy").on = true;
        long before = bytesRead();
        directly(reader -> assertThat(restOf(reader)).isEqualTo(file.dataLengthBytes()));
        assertThat(bytesRead() - before).isEqualTo(file.compressedLengthBytes());
    }

    @Test
    void aFileThatCannotBeOpenedAgainIsReadThroughItsChannelAndThatIsTold() throws Exception {
        long before = Way.DIRECT.used();
        directly(reader -> {
            Files.delete(copy.data());
            assertThat(restOf(reader)).isEqualTo(file.dataLengthBytes());
        });
        assertThat(Way.DIRECT.used()).isEqualTo(before);
        assertThat(toldOfARefusal()).isTrue();
    }

    @Test
    void afterAReadThatFailsTheRestGoesThroughThePageCacheAndThatIsTold() throws Exception {
        long before = Way.DIRECT.used();
        Counts counts = new Counts();
        directly(reader -> {
            reader.readByte();
            long direct = Way.DIRECT.used() - before;
            FileChannel unreadable = FileChannel.open(copy.data(), StandardOpenOption.WRITE);
            assertThatThrownBy(() -> unreadable.read(ByteBuffer.allocate(1), 0))
                    .isInstanceOf(NonReadableChannelException.class);
            replaceDirectChannel(reader, unreadable).close();
            assertThat(restOf(reader)).isEqualTo(file.dataLengthBytes() - 1);
            assertThat(unreadable.isOpen()).isFalse();
            assertThat(Way.DIRECT.used() - before).isEqualTo(direct);
            assertThat(counts.fillBytes()).isEqualTo(file.compressedLengthBytes());
            // The kernel overlaps with what goes through its page cache.
            long ahead = Recorders.SCANS.chunksAhead();
            for (int i = 0; i < 5; i++) {
                reader.seek(0);
                assertThat(restOf(reader)).isEqualTo(file.dataLengthBytes());
            }
            assertThat(Recorders.SCANS.chunksAhead()).isEqualTo(ahead);
        });
        assertThat(toldOfARefusal()).isTrue();
    }

    /** Which closes its channel, and says nothing of the file. */
    @Test
    void afterAnInterruptTheRestGoesThroughThePageCacheAndNobodyIsTold() throws Exception {
        directly(reader -> {
            reader.readByte();
            FileChannel closed = FileChannel.open(copy.data(), StandardOpenOption.READ);
            closed.close();
            replaceDirectChannel(reader, closed).close();
            assertThat(restOf(reader)).isEqualTo(file.dataLengthBytes() - 1);
        });
        assertThat(toldOfARefusal()).isFalse();
    }

    private interface Scan {
        void read(RandomAccessReader reader) throws Exception;
    }

    private void directly(Scan scan) throws Exception {
        Report.run(() -> {
            Way.DIRECT.choose();
            try (FileHandle handle = Release.open(copy, Mode.STANDARD, 1.0);
                    RandomAccessReader reader = Openings.full(handle)) {
                scan.read(reader);
            }
        });
    }

    /** @return bytes from where it is to its end, each compared with the stock reader's */
    private long restOf(RandomAccessReader reader) throws IOException {
        try (FileHandle handle = Release.open(file, Mode.STANDARD, 1.0);
                RandomAccessReader stock = handle.createReader()) {
            stock.seek(reader.getFilePointer());
            byte[] wanted = new byte[Math.toIntExact(stock.bytesRemaining())];
            stock.readFully(wanted);
            byte[] rest = new byte[wanted.length];
            reader.readFully(rest);
            assertThat(Arrays.equals(rest, wanted)).isTrue();
            assertThat(reader.isEOF()).isTrue();
            return rest.length;
        }
    }

    /** @return the one it had */
    private static FileChannel replaceDirectChannel(RandomAccessReader reader, FileChannel other)
            throws ReflectiveOperationException {
        Object decoder = field(Openings.rebufferer(reader), "decoder");
        Object direct = field(decoder, "direct");
        Field channel = direct.getClass().getDeclaredField("direct");
        channel.setAccessible(true);
        FileChannel previous = (FileChannel) channel.get(direct);
        channel.set(direct, other);
        return previous;
    }

    private static AtomicBoolean toldOfARefusal() throws ReflectiveOperationException {
        Field told = Class.forName("org.apache.cassandra.io.util.DirectFile").getDeclaredField("refusalLogged");
        told.setAccessible(true);
        return (AtomicBoolean) told.get(null);
    }

    private static Object field(Object object, String name) throws ReflectiveOperationException {
        Field field = object.getClass().getDeclaredField(name);
        field.setAccessible(true);
        return field.get(object);
    }

    /** Of this process, open on the copy. */
    private long descriptors() throws IOException {
        try (Stream<Path> all = Files.list(Path.of("/proc/self/fd"))) {
            return all.filter(this::isTheCopy).count();
        }
    }

    private boolean isTheCopy(Path descriptor) {
        try {
            return Files.readSymbolicLink(descriptor).equals(copy.data());
        } catch (NoSuchFileException e) {
            // Of a thread that has closed it by now.
            return false;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static long bytesRead() {
        return Stream.of(Activity.values())
                .map(activity -> Recorders.READS.reads(activity, Component.DATA))
                .filter(Objects::nonNull)
                .mapToLong(reads -> reads.sizeBytes().sum())
                .sum();
    }
}
