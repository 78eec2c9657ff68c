package io.foreread.agent.reader;

import io.foreread.exporter.recorder.Recorders;
import io.foreread.exporter.recorder.ScanRecorder.Reason;
import java.util.Objects;
import java.util.function.Supplier;
import org.apache.cassandra.io.util.RandomAccessReader;
import org.apache.cassandra.io.util.Rebufferer;
import org.apache.cassandra.io.util.ScanReader;
import org.jspecify.annotations.Nullable;

/**
 * The reader that Cassandra would have used for a scan, open only while the scan cannot read ahead. Not thread-safe: one
 * instance per scan.
 */
final class StockReader {
    private final Supplier<RandomAccessReader> opener;
    private final int chunksUntilRetry;

    /** Null while the scan reads ahead. */
    private @Nullable RandomAccessReader reader;

    private int chunksLeft;

    /** @param chunksUntilRetry number of chunks before the scan tries again to read ahead */
    StockReader(Supplier<RandomAccessReader> opener, int chunksUntilRetry) {
        this.opener = opener;
        this.chunksUntilRetry = chunksUntilRetry;
    }

    /** Opens the stock reader, and counts the fallback. */
    void open(Reason reason) {
        Recorders.SCANS.fellBack(reason);
        chunksLeft = chunksUntilRetry;
        reader = opener.get();
    }

    boolean serves() {
        return reader != null;
    }

    /** Called once before each chunk. */
    boolean isRetryDue() {
        if (--chunksLeft > 0) return false;
        chunksLeft = chunksUntilRetry;
        return true;
    }

    Rebufferer.BufferHolder rebuffer(long position) {
        return ScanReader.rebufferer(Objects.requireNonNull(reader)).rebuffer(position);
    }

    /** Closes the reader if it is open. */
    void close() {
        RandomAccessReader open = reader;
        reader = null;
        if (open != null) open.close();
    }
}
