package io.foreread.agent.resident.dispatch;

import org.apache.cassandra.io.compress.CompressedSequentialWriter;
import org.apache.cassandra.io.util.SequentialWriter;

/**
 * A writer of a compressed Data.db that can compress ahead. {@link WriterDispatch} keeps it for its writer, so that woven code
 * calls the attachment that opened it, even if this attachment was detached in the meantime.
 *
 * <p>The methods get the writer, because an object that referred to it would keep it in memory. They throw what Cassandra
 * throws if a write fails: {@code FSWriteError}, or {@code IOError} after a part of a chunk, or what the compressor has thrown.
 */
public interface OpenWriter {
    /**
     * Called in place of the code that compresses and writes the buffer of the writer.
     *
     * @return whether the buffer was taken and replaced by another one; if not, the original code must run
     */
    boolean flush(CompressedSequentialWriter writer);

    /** Called after the original code has compressed and written a buffer for which {@link #flush} has returned false. */
    void flushed();

    /** Waits until all chunks that were taken are written, and brings the fields of the writer up to date. */
    void drain(SequentialWriter writer);

    /** Drains, and takes no chunk any more. */
    void retire(SequentialWriter writer);

    /**
     * Returns the on-disk size that the caller may use to decide whether the limit is exceeded: the exact size, or a size
     * within the limit if the exact size is certainly within the limit too.
     *
     * @param onDiskBytes the size without the chunks that were taken and are not written
     * @param limitBytes the limit to which the caller compares the size; 0 if it is not known
     */
    long onDiskBytes(CompressedSequentialWriter writer, long onDiskBytes, long limitBytes);

    /**
     * Called before a commit is prepared. Drains, takes no chunk any more, and checks that the file is complete. If this
     * throws, so does each further call, with an exception of its own.
     */
    void prepare(SequentialWriter writer);

    /** Waits until no other thread uses the writer, and discards the chunks that are not written. Never throws. */
    void cancel(SequentialWriter writer);

    /** Returns whether closing the writer commits it. */
    boolean finishesOnClose(SequentialWriter writer);
}
