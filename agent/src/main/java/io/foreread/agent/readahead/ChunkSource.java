package io.foreread.agent.readahead;

import java.nio.ByteBuffer;

/** Reads the chunks of a file. One thread at a time can use it. */
public interface ChunkSource {
    /**
     * @param chunkPosition uncompressed position of the first byte of the chunk
     * @param target has the capacity of a chunk; contains the chunk afterwards, from 0 to its limit, and nothing if this throws
     * @throws RuntimeException such as {@code CorruptSSTableException}, or an Error such as {@code FSReadError}, for the reader of
     *     the chunk: if another thread decodes it, the exception is thrown when the scan needs the chunk
     */
    void decode(long chunkPosition, ByteBuffer target);

    /** Sets whether the time of reads counts as time for which a scan was blocked. */
    void countAsBlocked(boolean countAsBlocked);
}
