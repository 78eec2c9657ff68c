package io.foreread.agent.readahead;

import java.nio.ByteBuffer;

/** A file that is read by offset. */
@FunctionalInterface
public interface PositionalRead {
    /**
     * Makes one read into the target's remaining space and advances its position by what was read.
     *
     * @param offset in the file, in bytes
     * @return bytes read, possibly fewer than remain; -1 at or beyond the end of the file
     */
    int read(ByteBuffer target, long offset);
}
