package org.apache.cassandra.io.util;

import io.foreread.agent.probe.ReadProbe;
import io.foreread.exporter.recorder.Recorders;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.FileChannel;
import java.nio.file.OpenOption;
import java.nio.file.Paths;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A data file that is read past the page cache (O_DIRECT), so that a scan does not push out what point reads have there.
 * Not thread-safe.
 *
 * <p>Whatever goes wrong is read once more through the page cache, by Cassandra's own channel, and so is the rest of the
 * scan: every error that a scan meets is the one it would have met.
 */
final class DirectFile {
    /** Of addresses, offsets and lengths. Devices ask for their sector, at most this; file systems for their block. */
    static final int ALIGNMENT_BYTES = 4096;

    private static final Logger logger = LoggerFactory.getLogger("io.foreread.ReadAhead");
    private static final AtomicBoolean refusalLogged = new AtomicBoolean();
    /** Null before Java 10. */
    private static final OpenOption DIRECT = option();

    private final ChannelProxy buffered;
    /** Null once it has failed. */
    private FileChannel direct;

    private DirectFile(ChannelProxy buffered, FileChannel direct) {
        this.buffered = buffered;
        this.direct = direct;
    }

    /** @return null if this file cannot be read so; the log says why, once */
    static DirectFile open(ChannelProxy file) {
        if (DIRECT == null) {
            refused("it needs Java 11");
            return null;
        }
        try {
            return new DirectFile(file, FileChannel.open(Paths.get(file.filePath()), StandardOpenOption.READ, DIRECT));
        } catch (IOException | RuntimeException e) {
            refused(e.toString());
            return null;
        }
    }

    /** @param target direct memory; aligned, or the page cache is not passed by */
    int read(ByteBuffer target, long offset) {
        // A short read has met the end of the file, or nearly: what may be left is not aligned.
        if (direct == null || offset % ALIGNMENT_BYTES != 0 || offset < 0) return buffered.read(target, offset);
        long startNanos = ReadProbe.channelReadStarts();
        int position = target.position();
        int bytes;
        try {
            bytes = direct.read(target, offset);
        } catch (IOException | RuntimeException e) {
            // A scan that is interrupted closes the channel; that says nothing of the file.
            if (!(e instanceof ClosedChannelException)) refused(e.toString());
            close();
            target.position(position);
            return buffered.read(target, offset);
        }
        ReadProbe.channelRead(buffered.filePath(), bytes, startNanos);
        if (bytes > 0) Recorders.SCANS.filledDirectly(bytes);
        return bytes;
    }

    /** False once it has failed. */
    boolean isDirect() {
        return direct != null;
    }

    void close() {
        FileChannel closed = direct;
        direct = null;
        if (closed == null) return;
        try {
            closed.close();
        } catch (IOException e) {
            logger.debug("cannot close {}", buffered.filePath(), e);
        }
    }

    private static void refused(String why) {
        if (refusalLogged.compareAndSet(false, true))
            logger.warn(
                    "Foreread reads through the page cache although direct-io is on: {}; further cases are not logged,"
                            + " foreread_fill_direct_bytes_total tells what went past it",
                    why);
    }

    private static OpenOption option() {
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
