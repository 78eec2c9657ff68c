package io.foreread.agent.readahead;

import java.nio.ByteBuffer;

/** Where the chunks of a file come from, one at a time. For one thread at a time. */
public interface ChunkSource {
    /**
     * @param chunkPosition uncompressed, of the chunk's first byte
     * @param target as long as a chunk may be; holds the chunk afterwards, from 0 to its limit, and nothing if this throws
     */
    void decode(long chunkPosition, ByteBuffer target);

    /** Whether the time of reads counts as time for which a scan was blocked. */
    void countAsBlocked(boolean countAsBlocked);
}
