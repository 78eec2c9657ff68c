package io.foreread.it.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.foreread.agent.readahead.ReadAhead;
import io.foreread.agent.reader.ReadAheadReaders;
import io.foreread.exporter.recorder.Activity;
import io.foreread.exporter.recorder.Component;
import io.foreread.exporter.recorder.Recorders;
import io.foreread.exporter.recorder.ScanRecorder.Pattern;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.NonReadableChannelException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import org.apache.cassandra.io.util.ChannelProxy;
import org.apache.cassandra.io.util.FileHandle;
import org.apache.cassandra.io.util.RandomAccessReader;

/** A copy of an sstable's data, and a look at the file that a scan of it has for itself. */
final class ScannedCopy {
    private static final String SCAN_FILE = "io.foreread.agent.reader.ScanFile";

    private static final int BLOCK_BYTES = 64 << 10;

    private final Path directory;
    private final SstableFile copy;
    /** Uncompressed. */
    private final byte[] content;

    ScannedCopy(SstableFile file) throws IOException {
        directory = RuleFiles.scratch().toRealPath();
        Path data = Files.copy(file.data(), directory.resolve("copy-Data.db"));
        copy = new SstableFile("copy", data, file.chunkTable(), file.chunks(), file.compressedLengthBytes());
        try (FileHandle handle = Release.open(file, Mode.STANDARD, 1.0);
                RandomAccessReader stock = handle.createReader()) {
            content = new byte[Math.toIntExact(stock.length())];
            stock.readFully(content);
        }
    }

    SstableFile file() {
        return copy;
    }

    Path data() {
        return copy.data();
    }

    void delete() throws IOException {
        Damage.delete(directory);
    }

    interface Scan {
        void read(RandomAccessReader reader) throws Exception;
    }

    void scan(Way way, Scan scan) throws Exception {
        scan(way, Pattern.FULL, scan);
    }

    void scan(Way way, Pattern pattern, Scan scan) throws Exception {
        scan(way, Mode.STANDARD, pattern, scan);
    }

    void scan(Way way, Mode mode, Pattern pattern, Scan scan) throws Exception {
        Cases.run(() -> {
            way.choose();
            ReadAhead.instance().blockBytes(BLOCK_BYTES);
            try (FileHandle handle = Release.open(copy, mode, 1.0);
                    RandomAccessReader reader =
                            ReadAheadReaders.open(handle, true, pattern, null, Release.NATIVE, handle::createReader)) {
                scan.read(reader);
            }
        });
    }

    /** @return bytes from where it is to its end, each compared with what the stock reader has from the original */
    long restOf(RandomAccessReader reader) throws IOException {
        int start = Math.toIntExact(reader.getFilePointer());
        byte[] rest = new byte[content.length - start];
        reader.readFully(rest);
        assertThat(Arrays.equals(rest, 0, rest.length, content, start, content.length))
                .isTrue();
        assertThat(reader.isEOF()).isTrue();
        return rest.length;
    }

    /** @return what the scan's own channel is now */
    FileChannel makeUnreadable(RandomAccessReader reader) throws IOException, ReflectiveOperationException {
        FileChannel unreadable = FileChannel.open(copy.data(), StandardOpenOption.WRITE);
        assertThatThrownBy(() -> unreadable.read(ByteBuffer.allocate(1), 0))
                .isInstanceOf(NonReadableChannelException.class);
        replaceChannel(reader, unreadable).close();
        return unreadable;
    }

    /** @return the one that the scan had for itself */
    static FileChannel replaceChannel(RandomAccessReader reader, FileChannel other)
            throws ReflectiveOperationException {
        Object scanFile = field(field(Openings.rebufferer(reader), "decoder"), "file");
        Field channel = scanFile.getClass().getDeclaredField("own");
        channel.setAccessible(true);
        FileChannel previous = (FileChannel) channel.get(scanFile);
        channel.set(scanFile, other);
        return previous;
    }

    byte[] bytes() throws IOException {
        return Files.readAllBytes(copy.data());
    }

    /** The channel that all readers share. */
    FileChannel channel(RandomAccessReader reader) throws ReflectiveOperationException {
        return (FileChannel) field(ChannelProxy.class, reader.getChannel(), "channel");
    }

    interface WhileClosed {
        /** @param closed the channel of all readers */
        void read(FileChannel closed) throws Exception;
    }

    /** While somebody has closed the channel of all readers; afterwards they have the open one again. */
    void whileClosed(RandomAccessReader reader, WhileClosed step) throws Exception {
        FileChannel closed = FileChannel.open(copy.data(), StandardOpenOption.READ);
        closed.close();
        Field channel = ChannelProxy.class.getDeclaredField("channel");
        channel.setAccessible(true);
        Object open = channel.get(reader.getChannel());
        channel.set(reader.getChannel(), closed);
        try {
            step.read(closed);
        } finally {
            channel.set(reader.getChannel(), open);
        }
    }

    /** One read of another file's beginning, as a scan of everything would make it now. */
    static int readAsConfigured(ChannelProxy proxy, ByteBuffer target) throws ReflectiveOperationException {
        Object scanFile = accessible(Class.forName(SCAN_FILE)
                        .getDeclaredMethod(
                                "open", ChannelProxy.class, boolean.class, boolean.class, long.class, int.class))
                .invoke(null, proxy, true, true, 1L, 0);
        try {
            return (int) accessible(scanFile.getClass().getDeclaredMethod("read", ByteBuffer.class, long.class))
                    .invoke(scanFile, target, 0L);
        } finally {
            accessible(scanFile.getClass().getDeclaredMethod("close")).invoke(scanFile);
        }
    }

    private static Method accessible(Method method) {
        method.setAccessible(true);
        return method;
    }

    /** What a mutant has found out. */
    static void forget() throws ReflectiveOperationException {
        Field known = Class.forName(SCAN_FILE).getDeclaredField("descriptorsKnown");
        known.setAccessible(true);
        known.set(null, true);
        for (Way way : List.of(Way.ALONE, Way.DIRECT)) logged(way).set(false);
    }

    /** Whether the log has a line on scans that had to do without. */
    static AtomicBoolean logged(Way way) throws ReflectiveOperationException {
        Field logged =
                Class.forName(SCAN_FILE).getDeclaredField(way == Way.DIRECT ? "directRefusalLogged" : "refusalLogged");
        logged.setAccessible(true);
        return (AtomicBoolean) logged.get(null);
    }

    private static Object field(Object object, String name) throws ReflectiveOperationException {
        return field(object.getClass(), object, name);
    }

    private static Object field(Class<?> type, Object object, String name) throws ReflectiveOperationException {
        Field field = type.getDeclaredField(name);
        field.setAccessible(true);
        return field.get(object);
    }

    /** Of this process, open on the copy. */
    long descriptors() throws IOException {
        return descriptors(copy.data());
    }

    /** @param data without symbolic links */
    static long descriptors(Path data) throws IOException {
        try (Stream<Path> all = Files.list(Path.of("/proc/self/fd"))) {
            return all.filter(descriptor -> leadsTo(data, descriptor)).count();
        }
    }

    private static boolean leadsTo(Path data, Path descriptor) {
        try {
            return Files.readSymbolicLink(descriptor).equals(data);
        } catch (NoSuchFileException e) {
            // Of a thread that has closed it by now.
            return false;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Of all data files, by whatever channel. */
    static long bytesRead() {
        return Stream.of(Activity.values())
                .map(activity -> Recorders.READS.reads(activity, Component.DATA))
                .filter(Objects::nonNull)
                .mapToLong(reads -> reads.sizeBytes().sum())
                .sum();
    }
}
