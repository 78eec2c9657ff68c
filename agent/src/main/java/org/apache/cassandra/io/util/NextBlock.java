package org.apache.cassandra.io.util;

import io.foreread.agent.readahead.ReadAhead;
import org.apache.cassandra.utils.NativeLibraryLinux;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Has the kernel read the next block of a scan into the page cache while this one is merged. Thread-safe.
 *
 * <p>It does so unasked for as long as it sees one sequence of large reads. But the file is open once for all of its
 * readers: a point read in between, or another scan, ends the sequence, and the scan would wait for the whole latency of
 * the volume at its next block. The advice reads no byte for us: what the scan gets, and every error, still comes from
 * its own read.
 */
final class NextBlock {
    private static final Logger logger = LoggerFactory.getLogger("io.foreread.ReadAhead");
    /** {@code POSIX_FADV_WILLNEED} of Linux, on every architecture. */
    private static final int WILL_NEED = 3;
    /**
     * Linux follows such advice for no more than the device takes in one request (max_sectors_kb), or than its readahead:
     * 128 KiB on many.
     */
    private static final int PIECE_BYTES = 128 << 10;

    private static volatile boolean possible = System.getProperty("os.name", "").startsWith("Linux");

    private NextBlock() {}

    /**
     * Does not wait for the bytes. Where advice cannot be given, it is given up for good.
     *
     * @param bytes nothing is done for 0 and below
     */
    static void fetch(ChannelProxy channel, long offset, long bytes) {
        if (bytes <= 0 || !possible || !ReadAhead.instance().overlap()) return;
        try {
            for (long end = offset + bytes; offset < end; offset += PIECE_BYTES) {
                int piece = (int) Math.min(PIECE_BYTES, end - offset);
                int error = Linux.CALLS.callPosixFadvise(channel.getFileDescriptor(), offset, piece, WILL_NEED);
                if (error != 0) {
                    giveUp("error " + error);
                    return;
                }
            }
        } catch (RuntimeException | AssertionError | LinkageError e) {
            // Cassandra runs with assertions on.
            giveUp(e.toString());
        }
    }

    private static void giveUp(String why) {
        possible = false;
        logger.info(
                "Foreread reads each block when it is wanted and not before: this system takes no advice on files ({})",
                why);
    }

    /** Loaded on Linux only. */
    private static final class Linux {
        private static final NativeLibraryLinux CALLS = new NativeLibraryLinux();
    }
}
