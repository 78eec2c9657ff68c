package io.foreread.agent.writeahead;

import java.io.IOException;
import java.nio.ByteBuffer;

/** Compresses chunks and writes them to the end of a file. */
@FunctionalInterface
public interface ChunkOutput {
    /** In place of a time: the chunk is not compressed. */
    long NOT_COMPRESSED = -1;

    /**
     * Replaces the content of a chunk by the bytes to write, from position 0 to the limit. Only the owner of the ring calls it.
     * Another thread can write other chunks at the same time.
     *
     * @param chunk full, from position 0 to its capacity
     * @return nanoseconds that this took; {@link #NOT_COMPRESSED} if the content is the same as before
     */
    default long compress(ByteBuffer chunk) {
        return NOT_COMPRESSED;
    }

    /**
     * Writes a chunk with its checksum. One thread at a time calls it.
     *
     * @param chunk from its position to its limit; its position and limit can change
     * @param compressionNanos what {@link #compress} has returned for this chunk; if {@link #NOT_COMPRESSED}, the chunk must be
     *     compressed
     * @return bytes that the chunk takes in the file
     * @throws IOException if the write fails; the file can then contain a part of the chunk
     */
    int write(ByteBuffer chunk, long compressionNanos) throws IOException;
}
