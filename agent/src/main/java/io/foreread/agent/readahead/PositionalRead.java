package io.foreread.agent.readahead;

import java.nio.ByteBuffer;

/** A file that is read by offset. */
@FunctionalInterface
public interface PositionalRead {
    /**
     * Reads once into the remaining space of the target, and advances its position by the bytes read.
     *
     * @param offset in the file, in bytes
     * @return bytes read, possibly fewer than remain; -1 at or beyond the end of the file
     * @throws RuntimeException or an {@code FSReadError}, if the file cannot be read. The target can then have a part of the data
     */
    int read(ByteBuffer target, long offset);
}
