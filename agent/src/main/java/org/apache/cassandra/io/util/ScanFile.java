package org.apache.cassandra.io.util;

import io.foreread.agent.probe.ReadProbe;
import io.foreread.agent.readahead.ReadAhead;
import io.foreread.exporter.recorder.Recorders;
import java.io.IOException;
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
    private static final OpenOption DIRECT = directOption();

    /** False once Cassandra could not tell the descriptor of an open file. */
    private static volatile boolean descriptorsKnown = true;

    private final ChannelProxy shared;
    private final boolean direct;
    /** Null if there is none, or once it has failed. */
    private FileChannel own;

    private ScanFile(ChannelProxy shared, FileChannel own, boolean direct) {
        this.shared = shared;
        this.own = own;
        this.direct = direct;
    }

    /** For a scan that may end at any time: by the channel of all readers. */
    static ScanFile shared(ChannelProxy file) {
        return new ScanFile(file, null, false);
    }

    /**
     * For a scan of everything, through the page cache.
     *
     * @param fileBytes that may be read of it
     * @param blockBytes of each read; nothing is fetched behind the only block of a file
     */
    static ScanFile buffered(ChannelProxy file, long fileBytes, int blockBytes) {
        if (!ReadAhead.instance().overlap() || fileBytes <= blockBytes || interrupted()) return shared(file);
        try {
            return new ScanFile(file, openedAgain(file, StandardOpenOption.READ), false);
        } catch (IOException | RuntimeException | FSError | AssertionError | LinkageError e) {
            refused(e);
            return shared(file);
        }
    }

    /** For a scan of everything, as the settings want it now: past the page cache or through it. */
    static ScanFile asConfigured(ChannelProxy file, long fileBytes, int blockBytes) {
        if (!ReadAhead.instance().directIo() || interrupted()) return buffered(file, fileBytes, blockBytes);
        try {
            if (DIRECT == null) throw new IOException("it needs Java 11");
            return new ScanFile(file, openedAgain(file, StandardOpenOption.READ, DIRECT), true);
        } catch (IOException | RuntimeException | FSError | AssertionError | LinkageError e) {
            directRefused(e);
            return buffered(file, fileBytes, blockBytes);
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
            // Unless that is so because it is closed, each attempt would be a warning of Cassandra's.
            file.size();
            descriptorsKnown = false;
            throw new IOException("the descriptors of files are not known here");
        }
        FileChannel again = FileChannel.open(Paths.get("/proc/self/fd/" + descriptor), options);
        try {
            // Fails if it is closed by now: a channel of Java 8 keeps its number then, which may be another file's.
            file.size();
        } catch (FSError | RuntimeException e) {
            again.close();
            throw e;
        }
        return again;
    }

    /**
     * One read, as of {@link ChannelProxy#read}.
     *
     * @param target direct memory, and aligned if the scan reads past the page cache: what is not aligned is read through it
     */
    int read(ByteBuffer target, long offset) {
        // A short read has met the end of the file, or nearly: what may be left is not aligned.
        if (own == null || offset < 0 || (direct && offset % ALIGNMENT_BYTES != 0)) return shared.read(target, offset);
        long startNanos = ReadProbe.channelReadStarts();
        int position = target.position();
        int bytes;
        try {
            bytes = own.read(target, offset);
        } catch (ClosedByInterruptException e) {
            // As from the shared channel, but that stays open for the others.
            throw new FSReadError(e, shared.filePath());
        } catch (IOException | RuntimeException e) {
            // The channel of a scan that was interrupted says nothing of the file.
            if (direct && !(e instanceof ClosedChannelException)) directRefused(e);
            close();
            target.position(position);
            return shared.read(target, offset);
        }
        ReadProbe.channelRead(shared.filePath(), bytes, startNanos);
        if (direct && bytes > 0) Recorders.SCANS.filledDirectly(bytes);
        return bytes;
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
                            + " foreread_fill_direct_bytes_total tells what went past it",
                    why.toString());
    }

    private static OpenOption directOption() {
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
