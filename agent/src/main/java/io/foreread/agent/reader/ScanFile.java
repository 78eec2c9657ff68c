package io.foreread.agent.reader;

import io.foreread.agent.probe.ReadProbe;
import io.foreread.agent.readahead.PositionalRead;
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
 * Reads a file for one scan, by a file descriptor of the scan or by the channel that all readers share. Not
 * thread-safe.
 *
 * <p>While Cassandra merges the data of one block, the kernel reads the next block, if the reads of the open file are
 * sequential. The kernel keeps this state per open file, and Cassandra opens an sstable once for all of its readers. A
 * point read or another scan ends the sequence, and the scan then waits for the device at its next block. A descriptor
 * of its own prevents this wait. {@code posix_fadvise} is no substitute: with it the kernel reads pages of 4 KiB, which
 * cost more CPU than the larger pages of kernel readahead.
 *
 * <p>With direct I/O (O_DIRECT) a scan bypasses the page cache and does not evict the data of point reads from it.
 *
 * <p>After any error except an interrupt, the read is repeated by Cassandra's own channel, which also reads the rest of
 * the scan. For a file that Cassandra maps, it is repeated by a new channel through the page cache: after an error of direct I/O
 * this channel reads the rest of the scan, after any other error each further read opens one. The scan therefore gets the
 * errors of Cassandra's own reads of a channel. If a disk fails under a file that Cassandra maps, that is an FSReadError, on which
 * {@code disk_failure_policy} acts; without the agent, the page fault fails with an InternalError or ends the JVM.
 */
final class ScanFile implements PositionalRead {
    /**
     * Alignment of addresses, offsets and lengths of direct I/O. Devices require their sector size, file systems their
     * block size; both are at most this.
     */
    static final int ALIGNMENT_BYTES = 4096;

    private static final Logger logger = LoggerFactory.getLogger("io.foreread.ReadAhead");
    private static final AtomicBoolean refusalLogged = new AtomicBoolean();
    private static final AtomicBoolean directRefusalLogged = new AtomicBoolean();
    /** Null before Java 10. */
    private static final @Nullable OpenOption DIRECT = directOption();

    /** Null if this release has no such field. */
    private static final @Nullable Field CHANNEL = channelField();

    /** Set to false when {@code ChannelProxy.getFileDescriptor} returns no descriptor of an open channel. */
    private static volatile boolean descriptorsKnown = true;

    private final ChannelProxy shared;
    /** Whether Cassandra reads this file by the shared channel, which an interrupt then closes without the agent too. */
    private final boolean stockReadsChannel;

    private boolean direct;
    /** The scan's own channel. Null if there is none, or after it has failed. */
    private @Nullable FileChannel own;
    /** Why the scan has no channel of its own. Null if it has one or wants none. */
    private @Nullable Throwable refusal;
    /** Set once an interrupt has closed the scan's own channel. */
    private boolean closedByInterrupt;

    private ScanFile(ChannelProxy shared, boolean stockReadsChannel, @Nullable FileChannel own, boolean direct) {
        this.shared = shared;
        this.stockReadsChannel = stockReadsChannel;
        this.own = own;
        this.direct = direct;
    }

    /**
     * Opens a file for a scan as configured: with direct I/O, by its own buffered channel, or by the shared channel.
     *
     * <p>A scan of a mapped file has its own channel with any settings. Cassandra reads such a file without a channel,
     * and an interrupt during a read of the shared one would close it for all other readers. If none can be opened,
     * {@link #hasOwnChannel} is false and the caller uses the stock reader.
     *
     * @param stockReadsChannel whether Cassandra reads this file by the shared channel, instead of mapped memory
     * @param readsToEnd false for a scan that may end at any time
     * @param fileBytes size of the part that can be read
     * @param blockBytes size of each read; a file of one block needs no second descriptor
     */
    static ScanFile open(
            ChannelProxy file, boolean stockReadsChannel, boolean readsToEnd, long fileBytes, int blockBytes) {
        FileChannel own = readsToEnd && ReadAhead.instance().directIo() && !interrupted() ? openedDirectly(file) : null;
        if (own != null) return new ScanFile(file, stockReadsChannel, own, true);
        return openBuffered(file, stockReadsChannel, readsToEnd, fileBytes, blockBytes);
    }

    /** Like {@link #open}, through the page cache. */
    static ScanFile openBuffered(
            ChannelProxy file, boolean stockReadsChannel, boolean readsToEnd, long fileBytes, int blockBytes) {
        boolean gains =
                readsToEnd && fileBytes > blockBytes && ReadAhead.instance().overlap();
        boolean wanted = (gains || !stockReadsChannel) && !interrupted();
        ScanFile opened = new ScanFile(file, stockReadsChannel, null, false);
        if (wanted) opened.openOwn();
        return opened;
    }

    boolean hasOwnChannel() {
        return own != null;
    }

    @Nullable
    Throwable refusal() {
        return refusal;
    }

    private void openOwn() {
        try {
            own = openedAgain(shared, StandardOpenOption.READ);
        } catch (IOException | RuntimeException | FSError | AssertionError | LinkageError e) {
            refusal = e;
            // The caller logs the refusal for a mapped file, because its scan then does not read ahead.
            if (stockReadsChannel) refused(e);
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

    /** Any call of an interrupted thread closes a channel, even one that checks whether it is open. */
    private static boolean interrupted() {
        return Thread.currentThread().isInterrupted();
    }

    /**
     * Opens the file by its descriptor, not by its name. The name can belong to another file by now, for example if a backup
     * was copied over a live sstable, and the offsets of the scan are those of the file that Cassandra has open.
     */
    private static FileChannel openedAgain(ChannelProxy file, OpenOption... options) throws IOException {
        int descriptor = descriptorsKnown ? file.getFileDescriptor() : -1;
        if (descriptor < 0) {
            // No further attempt is made, because Cassandra logs a warning for each.
            if (isOpen(file)) descriptorsKnown = false;
            throw new IOException("the descriptors of files are not known here");
        }
        FileChannel again = FileChannel.open(Paths.get("/proc/self/fd/" + descriptor), options);
        // In Java 8, a closed channel still has a descriptor number, which can belong to another file by now.
        if (isOpen(file)) return again;
        again.close();
        throw new ClosedChannelException();
    }

    /** Reads the field of the channel: an interrupt during a call of {@link ChannelProxy} would close it. */
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
     * @param target direct memory, aligned if the scan uses direct I/O; unaligned parts are read through the page cache
     * @throws FSReadError with {@link ClosedByInterruptException} as its cause if the thread is interrupted; the shared
     *     channel stays open
     */
    @Override
    public int read(ByteBuffer target, long offset) {
        // After a short read, which happens at or near the end of the file, the rest is not aligned.
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
            // An interrupt closes the channel and is no reason to give up direct I/O.
            if (direct && !(e instanceof ClosedChannelException)) directRefused(e);
            close();
            target.position(position);
            return readOtherwise(target, offset);
        }
        ReadProbe.channelRead(shared.filePath(), bytes, startNanos);
        if (direct && bytes > 0) Recorders.SCANS.filledDirectly(bytes);
        return bytes;
    }

    /** Reads by the shared channel, or for a mapped file by a new one through the page cache. */
    private int readOtherwise(ByteBuffer target, long offset) {
        // An interrupted thread that reads a channel closes it.
        if (interrupted() || (closedByInterrupt && !stockReadsChannel))
            throw new FSReadError(new ClosedByInterruptException(), shared.filePath());
        if (stockReadsChannel || offset < 0) return shared.read(target, offset);
        boolean wasDirect = direct;
        close();
        direct = false;
        if (wasDirect) {
            openOwn();
            if (own != null) return read(target, offset);
        }
        long startNanos = ReadProbe.channelReadStarts();
        int bytes;
        try (FileChannel again = openedAgain(shared, StandardOpenOption.READ)) {
            bytes = again.read(target, offset);
        } catch (IOException e) {
            throw new FSReadError(e, shared.filePath());
        }
        ReadProbe.channelRead(shared.filePath(), bytes, startNanos);
        return bytes;
    }

    /** Returns whether reads bypass the page cache; false after direct I/O has failed. */
    boolean isDirect() {
        return direct && own != null;
    }

    /** Closes what was opened for the scan, not the channel that all readers share. */
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
                    "Foreread cannot reopen an sstable for a scan, so concurrent point reads can disrupt the kernel"
                            + " readahead of the scan: {}; further cases are not logged",
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
            // Not supported by this Java.
        }
        return null;
    }
}
