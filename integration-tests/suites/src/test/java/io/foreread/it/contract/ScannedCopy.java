package io.foreread.it.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.common.collect.ImmutableList;
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
import java.nio.file.Paths;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import org.apache.cassandra.io.util.ChannelProxy;
import org.apache.cassandra.io.util.FileHandle;
import org.apache.cassandra.io.util.RandomAccessReader;

/** A copy of an sstable for scans, with access to the file descriptor and channel that a scan opens for itself. */
final class ScannedCopy {
    private static final String SCAN_FILE = "io.foreread.agent.reader.ScanFile";

    private static final int BLOCK_BYTES = 64 << 10;

    private final Path directory;
    private final SstableFile copy;
    /** The uncompressed content. */
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

    void scan(ReadPath path, Scan scan) throws Exception {
        scan(path, Pattern.FULL, scan);
    }

    void scan(ReadPath path, Pattern pattern, Scan scan) throws Exception {
        scan(path, Mode.STANDARD, pattern, scan);
    }

    void scan(ReadPath path, Mode mode, Pattern pattern, Scan scan) throws Exception {
        Cases.run(() -> {
            path.choose();
            ReadAhead.instance().blockBytes(BLOCK_BYTES);
            try (FileHandle handle = Release.open(copy, mode, 1.0);
                    RandomAccessReader reader =
                            ReadAheadReaders.open(handle, true, pattern, null, Release.NATIVE, handle::createReader)) {
                scan.read(reader);
            }
        });
    }

    /**
     * Reads to the end of the file, and checks that the bytes are those which the stock reader returns for the original.
     *
     * @return the number of bytes read
     */
    long restOf(RandomAccessReader reader) throws IOException {
        int start = Math.toIntExact(reader.getFilePointer());
        byte[] rest = new byte[content.length - start];
        reader.readFully(rest);
        assertThat(Arrays.equals(rest, Arrays.copyOfRange(content, start, content.length)))
                .isTrue();
        assertThat(reader.isEOF()).isTrue();
        return rest.length;
    }

    /** Replaces the scan's own channel by a write-only channel, and returns the new channel. */
    FileChannel makeUnreadable(RandomAccessReader reader) throws IOException, ReflectiveOperationException {
        FileChannel unreadable = FileChannel.open(copy.data(), StandardOpenOption.WRITE);
        assertThatThrownBy(() -> unreadable.read(ByteBuffer.allocate(1), 0))
                .isInstanceOf(NonReadableChannelException.class);
        replaceChannel(reader, unreadable).close();
        return unreadable;
    }

    /** Replaces the scan's own channel, and returns the previous one. */
    static FileChannel replaceChannel(RandomAccessReader reader, FileChannel other)
            throws ReflectiveOperationException {
        Object data = field(Openings.rebufferer(reader), "data");
        Object scanFile =
                field(data.getClass().getSimpleName().equals("PlainData") ? data : field(data, "decoder"), "file");
        Field channel = scanFile.getClass().getDeclaredField("own");
        channel.setAccessible(true);
        FileChannel previous = (FileChannel) channel.get(scanFile);
        channel.set(scanFile, other);
        return previous;
    }

    byte[] bytes() throws IOException {
        return Files.readAllBytes(copy.data());
    }

    /** The channel that all readers of the file share. */
    FileChannel channel(RandomAccessReader reader) throws ReflectiveOperationException {
        return (FileChannel) field(ChannelProxy.class, reader.getChannel(), "channel");
    }

    interface WhileClosed {
        /** @param closed the shared channel */
        void read(FileChannel closed) throws Exception;
    }

    /** Runs the step while the shared channel is closed, and restores the open channel afterwards. */
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

    /** Reads the start of the proxy's file as a full scan does, with direct I/O if {@code direct-io} is set. */
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

    /** Resets static state that a mutant can have changed. */
    static void resetStaticState() throws ReflectiveOperationException {
        Field known = Class.forName(SCAN_FILE).getDeclaredField("descriptorsKnown");
        known.setAccessible(true);
        known.set(null, true);
        for (ReadPath path : ImmutableList.of(ReadPath.INLINE, ReadPath.DIRECT))
            logged(path).set(false);
    }

    /** The flag that is set once Foreread has logged that it could not reopen a file. */
    static AtomicBoolean logged(ReadPath path) throws ReflectiveOperationException {
        Field logged = Class.forName(SCAN_FILE)
                .getDeclaredField(path == ReadPath.DIRECT ? "directRefusalLogged" : "refusalLogged");
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

    /** The number of open descriptors of the copy in this process. */
    long descriptors() throws IOException {
        return descriptors(copy.data());
    }

    /** @param data the path of the data file, without symbolic links */
    static long descriptors(Path data) throws IOException {
        try (Stream<Path> all = Files.list(Paths.get("/proc/self/fd"))) {
            return all.filter(descriptor -> leadsTo(data, descriptor)).count();
        }
    }

    private static boolean leadsTo(Path data, Path descriptor) {
        try {
            return Files.readSymbolicLink(descriptor).equals(data);
        } catch (NoSuchFileException e) {
            // Another thread has closed the descriptor in the meantime.
            return false;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The bytes that all physical reads of data files have returned so far, through any channel. */
    static long bytesRead() {
        return Stream.of(Activity.values())
                .map(activity -> Recorders.READS.reads(activity, Component.DATA))
                .filter(Objects::nonNull)
                .mapToLong(reads -> reads.sizeBytes().sum())
                .sum();
    }
}
