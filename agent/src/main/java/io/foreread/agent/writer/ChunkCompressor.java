package io.foreread.agent.writer;

import java.io.IOException;
import java.nio.ByteBuffer;
import org.apache.cassandra.io.compress.BufferType;
import org.apache.cassandra.io.compress.CompressedSequentialWriter;
import org.apache.cassandra.io.compress.ICompressor;
import org.jspecify.annotations.Nullable;

/** Compresses chunks into its own memory, as {@code flushData} does. One thread at a time uses it. */
final class ChunkCompressor {
    /** The message of Cassandra's exception after a failure of the compressor. */
    static final String FAILED = "Compression exception";

    private final ICompressor compressor;
    private final int maxCompressedLength;
    private final ByteBuffer compressed;
    /** A copy of the chunk for a compressor that prefers heap buffers (Deflate); null for all others. */
    private final @Nullable ByteBuffer input;

    /** @param compressed memory for a compressed chunk */
    ChunkCompressor(CompressedSequentialWriter writer, int chunkBytes, ByteBuffer compressed) {
        compressor = WriterFields.compressor(writer);
        maxCompressedLength = WriterFields.maxCompressedLength(writer);
        boolean offHeap = compressor.preferredBufferType() == BufferType.OFF_HEAP;
        this.compressed = offHeap ? compressed : ByteBuffer.allocate(compressed.capacity());
        input = offHeap ? null : ByteBuffer.allocate(chunkBytes);
    }

    /**
     * Does not change the content of the chunk.
     *
     * @return the bytes to write, in the memory of this compressor; the chunk itself if it does not compress well
     */
    ByteBuffer compress(ByteBuffer chunk) {
        int chunkBytes = chunk.remaining();
        ByteBuffer source = chunk;
        if (input != null) {
            input.clear();
            input.put(chunk);
            input.flip();
            source = input;
        }
        compressed.clear();
        try {
            compressor.compress(source, compressed);
        } catch (IOException e) {
            // As in flushData.
            throw new RuntimeException(FAILED, e);
        }
        if (compressed.position() >= maxCompressedLength) {
            chunk.position(0).limit(chunkBytes);
            return chunk;
        }
        compressed.flip();
        return compressed;
    }
}
