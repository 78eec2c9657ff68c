package io.foreread.agent.reader;

import io.foreread.agent.readahead.PositionalRead;
import io.foreread.exporter.recorder.Recorders;
import java.nio.ByteBuffer;

/** Reads the blocks of one scan from its file, and records each read. One thread at a time can use it. */
final class FillReader implements PositionalRead {
    private final ScanFile file;
    private boolean countAsBlocked = true;

    FillReader(ScanFile file) {
        this.file = file;
    }

    /** Sets whether the time of reads counts as time for which the scan was blocked. */
    void countAsBlocked(boolean countAsBlocked) {
        this.countAsBlocked = countAsBlocked;
    }

    @Override
    public int read(ByteBuffer target, long fileOffset) {
        long startNanos = System.nanoTime();
        int bytes = file.read(target, fileOffset);
        if (bytes > 0) Recorders.SCANS.filled(bytes, countAsBlocked ? System.nanoTime() - startNanos : 0);
        return bytes;
    }
}
