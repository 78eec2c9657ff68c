package io.foreread.agent.writeahead;

import java.io.IOException;
import java.nio.ByteBuffer;

/** Compresses chunks and writes them to the end of a file. One thread at a time uses it. */
@FunctionalInterface
public interface ChunkOutput {
    /**
     * Compresses and writes a chunk, with its checksum.
     *
     * @param chunk the uncompressed chunk, from its position to its limit; its position and limit can change
     * @return bytes that the chunk takes in the file
     * @throws IOException if the write fails; the file can then contain a part of the chunk
     */
    int write(ByteBuffer chunk) throws IOException;
}
