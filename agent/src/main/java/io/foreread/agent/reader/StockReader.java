package io.foreread.agent.reader;

import io.foreread.exporter.recorder.Recorders;
import io.foreread.exporter.recorder.ScanRecorder.Reason;
import java.nio.ByteBuffer;
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
    /** At least the largest chunk of a compressed file that is read ahead. */
    private static final int MAX_PIECE_BYTES = 128 << 10;

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

    /**
     * Returns at most 128 KiB after the position. The buffer of a mapped uncompressed file can be the whole file, and the
     * scan would never try again to read ahead.
     */
    Rebufferer.BufferHolder rebuffer(long position) {
        Rebufferer.BufferHolder holder =
                ScanReader.rebufferer(Objects.requireNonNull(reader)).rebuffer(position);
        ByteBuffer buffer = holder.buffer();
        long limit = position - holder.offset() + MAX_PIECE_BYTES;
        if (buffer.limit() <= limit) return holder;
        buffer.limit((int) limit);
        return new Piece(holder, buffer);
    }

    /** Closes the reader if it is open. */
    void close() {
        RandomAccessReader open = reader;
        reader = null;
        if (open != null) open.close();
    }

    /** The part of a buffer of the stock reader that the scan reads next. */
    private static final class Piece implements Rebufferer.BufferHolder {
        private final Rebufferer.BufferHolder whole;
        private final ByteBuffer buffer;

        Piece(Rebufferer.BufferHolder whole, ByteBuffer buffer) {
            this.whole = whole;
            this.buffer = buffer;
        }

        @Override
        public ByteBuffer buffer() {
            return buffer;
        }

        @Override
        public long offset() {
            return whole.offset();
        }

        @Override
        public void release() {
            whole.release();
        }
    }
}
