package io.foreread.it.contract;

import com.google.common.util.concurrent.RateLimiter;
import io.foreread.agent.reader.ReadAheadReaders;
import io.foreread.exporter.recorder.ScanRecorder.Pattern;
import java.util.Arrays;
import java.util.function.Supplier;
import org.apache.cassandra.io.util.FileHandle;
import org.apache.cassandra.io.util.RandomAccessReader;

/**
 * Applies the same calls to the stock reader and to Foreread's reader of one file, and throws a {@link Mismatch} if
 * bytes, position or failure differ.
 */
final class ReaderPair implements AutoCloseable {
    private final RandomAccessReader stock;
    private final RandomAccessReader ours;
    private String failure;
    private boolean closed;

    private ReaderPair(RandomAccessReader stock, RandomAccessReader ours) {
        this.stock = stock;
        this.ours = ours;
    }

    static ReaderPair open(FileHandle file, Pattern pattern, RateLimiter limiter) {
        Supplier<RandomAccessReader> original =
                () -> limiter == null ? file.createReader() : file.createReader(limiter);
        return new ReaderPair(
                original.get(), ReadAheadReaders.open(file, true, pattern, limiter, Release.NATIVE, original));
    }

    static ReaderPair of(RandomAccessReader stock, RandomAccessReader ours) {
        return new ReaderPair(stock, ours);
    }

    /**
     * Compares the results of a call, but not the state of the readers afterwards, because this state can be undefined.
     *
     * @return false if both readers failed in the same way
     */
    boolean attempt(String what, Outcome.Step step) {
        Outcome theirs = Outcome.of(step, stock);
        Outcome mine = Outcome.of(step, ours);
        if (!theirs.sameAs(mine) && !mine.reportsCorruptionInsteadOf(theirs))
            throw new Mismatch(what + ": stock " + theirs + ", Foreread " + mine);
        failure = theirs.failure;
        return failure == null;
    }

    /** The failure of the last step; null if it succeeded. */
    String failure() {
        return failure;
    }

    /** @return false if both readers failed in the same way */
    boolean both(String what, Outcome.Step step) {
        if (!attempt(what, step)) return false;
        sameState("after " + what);
        return true;
    }

    void sameState(String when) {
        attempt("file pointer " + when, RandomAccessReader::getFilePointer);
        attempt("bytes remaining " + when, RandomAccessReader::bytesRemaining);
        attempt("end of file " + when, RandomAccessReader::isEOF);
    }

    boolean seek(long position) {
        return both("seek to " + position, reader -> {
            reader.seek(position);
            return null;
        });
    }

    /** Reads at most this many bytes. */
    boolean read(int bytes) {
        return both("read of " + bytes + " from " + stock.getFilePointer(), reader -> {
            byte[] target = new byte[bytes];
            int count = reader.read(target, 0, bytes);
            return count == bytes ? target : count < 0 ? count : Arrays.copyOf(target, count);
        });
    }

    boolean readFully(int bytes) {
        return both("full read of " + bytes + " from " + stock.getFilePointer(), reader -> {
            byte[] target = new byte[bytes];
            reader.readFully(target);
            return target;
        });
    }

    boolean seekAndRead(long position, int bytes) {
        return seek(position) && read(bytes);
    }

    boolean isEOF() {
        return stock.isEOF();
    }

    long position() {
        return stock.getFilePointer();
    }

    void closeBoth() {
        closed = true;
        try {
            stock.close();
        } finally {
            ours.close();
        }
    }

    @Override
    public void close() {
        if (!closed) closeBoth();
    }
}
