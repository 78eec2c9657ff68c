package io.foreread.agent.reader;

import io.foreread.agent.probe.ReadProbe;
import io.foreread.agent.readahead.ReadAhead;
import io.foreread.exporter.recorder.Recorders;
import java.io.IOException;
import java.lang.reflect.Field;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.FileChannel;
import java.nio.file.OpenOption;
import java.nio.file.Paths;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.cassandra.io.FSError;
import org.apache.cassandra.io.FSReadError;
import org.apache.cassandra.io.util.ChannelProxy;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A file as one scan reads it: opened once more for that scan alone, or by the channel that all readers share. Not
 * thread-safe.
 *
 * <p>While a block is merged the kernel fetches the next one, for as long as it sees one sequence of reads; and it keeps
 * one place per open file. Cassandra opens an sstable once for all of its readers: a point read in between, or another
 * scan, ends the sequence, and the scan would wait for the whole latency of the volume at its next block. Only a place of
 * its own helps as much: what {@code posix_fadvise} has the kernel fetch comes in pages of 4 KiB, and takes more CPU to
 * read than the larger ones of its own readahead.
 *
 * <p>Past the page cache (O_DIRECT) a scan does not push out what point reads have there.
 *
 * <p>Whatever goes wrong is read once more by Cassandra's own channel, and so is the rest of the scan: every error that a
 * scan meets is the one it would have met.
 */
final class ScanFile {
    /**
     * Of addresses, offsets and lengths past the page cache. Devices ask for their sector, at most this; file systems for
     * their block.
     */
    static final int ALIGNMENT_BYTES = 4096;

    private static final Logger logger = LoggerFactory.getLogger("io.foreread.ReadAhead");
    private static final AtomicBoolean refusalLogged = new AtomicBoolean();
    private static final AtomicBoolean directRefusalLogged = new AtomicBoolean();
    /** Null before Java 10. */
    private static final @Nullable OpenOption DIRECT = directOption();

    /** Null if this release keeps its channel in another way. */
    private static final @Nullable Field CHANNEL = channelField();

    /** False after Cassandra did not know the descriptor of an open file. */
    private static volatile boolean descriptorsKnown = true;

    private final ChannelProxy shared;
    /** Whether Cassandra itself reads this file by the shared channel, and so accepts that an interrupt closes it. */
    private final boolean stockReadsChannel;

    private boolean direct;
    /** Null if there is none, or once it has failed. */
    private @Nullable FileChannel own;
    /** Set once an interrupt has closed the scan's own channel. */
    private boolean closedByInterrupt;

    private ScanFile(ChannelProxy shared, boolean stockReadsChannel, @Nullable FileChannel own, boolean direct) {
        this.shared = shared;
        this.stockReadsChannel = stockReadsChannel;
        this.own = own;
        this.direct = direct;
    }

    /**
     * Opens a file for a scan as configured: with direct I/O, by a channel of its own, or by the shared channel.
     *
     * <p>A scan of a mapped file has a channel of its own whatever the settings are. Cassandra reads such a file without a
     * channel, and an interrupt during a read of the shared one would close it for all other readers. Where none can be
     * opened, {@link #hasOwnChannel} is false and the caller uses the stock reader.
     *
     * @param stockReadsChannel whether Cassandra reads this file by the shared channel, instead of mapped memory
     * @param readsToEnd false for a scan that may end at any time
     * @param fileBytes that may be read of it
     * @param blockBytes of each read; nothing is fetched behind the only block of a file
     */
    static ScanFile open(
            ChannelProxy file, boolean stockReadsChannel, boolean readsToEnd, long fileBytes, int blockBytes) {
        FileChannel own = readsToEnd && ReadAhead.instance().directIo() && !interrupted() ? openedDirectly(file) : null;
        if (own != null) return new ScanFile(file, stockReadsChannel, own, true);
        return openBuffered(file, stockReadsChannel, readsToEnd, fileBytes, blockBytes);
    }

    /** As {@link #open}, through the page cache. */
    static ScanFile openBuffered(
            ChannelProxy file, boolean stockReadsChannel, boolean readsToEnd, long fileBytes, int blockBytes) {
        boolean gains =
                readsToEnd && fileBytes > blockBytes && ReadAhead.instance().overlap();
        boolean wanted = (gains || !stockReadsChannel) && !interrupted();
        return new ScanFile(file, stockReadsChannel, wanted ? openedBuffered(file) : null, false);
    }

    boolean hasOwnChannel() {
        return own != null;
    }

    /** @return null if that is not possible here */
    private static @Nullable FileChannel openedBuffered(ChannelProxy file) {
        try {
            return openedAgain(file, StandardOpenOption.READ);
        } catch (IOException | RuntimeException | FSError | AssertionError | LinkageError e) {
            refused(e);
            return null;
        }
    }

    /** @return null if that is not possible here */
    private static @Nullable FileChannel openedDirectly(ChannelProxy file) {
        try {
            if (DIRECT == null) throw new IOException("it needs Java 11");
            return openedAgain(file, StandardOpenOption.READ, DIRECT);
        } catch (IOException | RuntimeException | FSError | AssertionError | LinkageError e) {
            directRefused(e);
            return null;
        }
    }

    /** Whatever an interrupted thread asks of a channel closes it: the question whether it is open, too. */
    private static boolean interrupted() {
        return Thread.currentThread().isInterrupted();
    }

    /**
     * By the descriptor and not by the name: what has that name now may be another file, as where somebody copies a backup
     * over a live sstable, and the offsets that a scan reads at are those of the one that Cassandra has open.
     */
    private static FileChannel openedAgain(ChannelProxy file, OpenOption... options) throws IOException {
        int descriptor = descriptorsKnown ? file.getFileDescriptor() : -1;
        if (descriptor < 0) {
            // Each further attempt would log a warning of Cassandra's.
            if (isOpen(file)) descriptorsKnown = false;
            throw new IOException("the descriptors of files are not known here");
        }
        FileChannel again = FileChannel.open(Paths.get("/proc/self/fd/" + descriptor), options);
        // A closed channel of Java 8 keeps its number, which may be another file's by now.
        if (isOpen(file)) return again;
        again.close();
        throw new ClosedChannelException();
    }

    /** Asks the channel itself: an interrupt during any call of {@link ChannelProxy} would close it. */
    private static boolean isOpen(ChannelProxy file) {
        try {
            return CHANNEL != null && ((FileChannel) CHANNEL.get(file)).isOpen();
        } catch (IllegalAccessException e) {
            return false;
        }
    }

    private static @Nullable Field channelField() {
        try {
            Field field = ChannelProxy.class.getDeclaredField("channel");
            field.setAccessible(true);
            return field.getType() == FileChannel.class ? field : null;
        } catch (ReflectiveOperationException | RuntimeException e) {
            return null;
        }
    }

    /**
     * Makes one read, as {@link ChannelProxy#read} does.
     *
     * @param target direct memory, and aligned if the scan uses direct I/O: what is not aligned is read through the page cache
     * @throws FSReadError with {@link ClosedByInterruptException} as its cause if the thread is interrupted; the shared
     *     channel stays open
     */
    int read(ByteBuffer target, long offset) {
        // A short read has met the end of the file, or nearly: what may be left is not aligned.
        if (own == null || offset < 0 || (direct && offset % ALIGNMENT_BYTES != 0))
            return readOtherwise(target, offset);
        long startNanos = ReadProbe.channelReadStarts();
        int position = target.position();
        int bytes;
        try {
            bytes = own.read(target, offset);
        } catch (ClosedByInterruptException e) {
            close();
            closedByInterrupt = true;
            throw new FSReadError(e, shared.filePath());
        } catch (IOException | RuntimeException e) {
            // The channel of a scan that was interrupted says nothing about the file.
            if (direct && !(e instanceof ClosedChannelException)) directRefused(e);
            close();
            target.position(position);
            return readOtherwise(target, offset);
        }
        ReadProbe.channelRead(shared.filePath(), bytes, startNanos);
        if (direct && bytes > 0) Recorders.SCANS.filledDirectly(bytes);
        return bytes;
    }

    /** By the shared channel, or for a mapped file by a new one through the page cache. */
    private int readOtherwise(ByteBuffer target, long offset) {
        // An interrupted thread that reads a channel closes it.
        if (interrupted() || (closedByInterrupt && !stockReadsChannel))
            throw new FSReadError(new ClosedByInterruptException(), shared.filePath());
        if (stockReadsChannel || offset < 0) return shared.read(target, offset);
        close();
        direct = false;
        try (FileChannel again = openedAgain(shared, StandardOpenOption.READ)) {
            return again.read(target, offset);
        } catch (IOException e) {
            throw new FSReadError(e, shared.filePath());
        }
    }

    /** Whether it is read past the page cache; false once that has failed. */
    boolean isDirect() {
        return direct && own != null;
    }

    /** What was opened for the scan; not the channel that all readers share. */
    void close() {
        FileChannel closed = own;
        own = null;
        if (closed == null) return;
        try {
            closed.close();
        } catch (IOException e) {
            logger.debug("cannot close {}", shared.filePath(), e);
        }
    }

    private static void refused(Throwable why) {
        if (refusalLogged.compareAndSet(false, true))
            logger.info(
                    "Foreread cannot open an sstable once more for a scan, which waits longer for its next block where"
                            + " point reads come in between: {}; further cases are not logged",
                    why.toString());
    }

    private static void directRefused(Throwable why) {
        if (directRefusalLogged.compareAndSet(false, true))
            logger.warn(
                    "Foreread reads through the page cache although direct-io is on: {}; further cases are not logged,"
                            + " foreread_fill_direct_bytes_total counts the bytes that bypass it",
                    why.toString());
    }

    private static @Nullable OpenOption directOption() {
        try {
            for (Object option :
                    Class.forName("com.sun.nio.file.ExtendedOpenOption").getEnumConstants())
                if (option.toString().equals("DIRECT")) return (OpenOption) option;
        } catch (ClassNotFoundException | RuntimeException | LinkageError e) {
            // No such thing here.
        }
        return null;
    }
}
