package io.foreread.agent.reader;

import java.nio.ByteBuffer;

/**
 * The data of one scan in its memory: a decompressed chunk, or a block of an uncompressed file. It owns its file, and no
 * memory of the pool. Not thread-safe.
 */
interface ScanData extends AutoCloseable {
    /** Returns whether the data at a position was read. */
    boolean holds(long position);

    /** Returns where the data begins that {@link #read} reads for a position. */
    long start(long position);

    /** Reads the data at a position that is not held. Before it reads, and if it throws, the previous buffer is empty. */
    void read(long position);

    /** Returns the data, from 0 to its limit; valid until the next read. */
    ByteBuffer buffer();

    /** Returns the position of the first byte of the buffer. */
    long offset();

    /**
     * Returns whether the file ends before a position that was read and belongs to the data, and Cassandra's reader has to
     * handle that.
     */
    boolean endsBefore(long position);

    /** Sets the position, greater than 0, beyond which nothing is read ahead. */
    void limit(long position);

    /** From now on, checks the checksum of each chunk; has no effect on data without checksums. */
    void checkEveryChunk();

    /** Waits until no other thread uses the memory, and closes the file. */
    @Override
    void close();
}
