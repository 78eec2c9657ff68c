package io.foreread.agent.reader;

import io.foreread.agent.readahead.PositionalRead;
import io.foreread.exporter.recorder.Recorders;
import java.nio.ByteBuffer;

/** Reads the blocks of one file, and records each read. One thread at a time can use it. */
final class FillReader implements PositionalRead {
    private static final int NO_COUNT = 0;

    private final PositionalRead file;
    private final int stockReadBytes;
    private boolean countAsBlocked = true;

    /** For a compressed file, whose chunks are counted when the scan receives them. */
    FillReader(PositionalRead file) {
        this(file, NO_COUNT);
    }

    /**
     * For a file that is read as it is. Each read counts as the chunks that the stock reader would have read in its place.
     *
     * @param stockReadBytes bytes of a read of the stock reader
     */
    FillReader(PositionalRead file, int stockReadBytes) {
        this.file = file;
        this.stockReadBytes = stockReadBytes;
    }

    /** Sets whether the time of reads counts as time for which the scan was blocked. */
    void countAsBlocked(boolean countAsBlocked) {
        this.countAsBlocked = countAsBlocked;
    }

    @Override
    public int read(ByteBuffer target, long fileOffset) {
        long startNanos = System.nanoTime();
        int bytes = file.read(target, fileOffset);
        if (bytes > 0) count(bytes, countAsBlocked ? System.nanoTime() - startNanos : 0);
        return bytes;
    }

    private void count(int bytes, long blockedNanos) {
        Recorders.SCANS.filled(bytes, blockedNanos);
        if (stockReadBytes != NO_COUNT) Recorders.SCANS.served((bytes + stockReadBytes - 1) / stockReadBytes);
    }
}
