package io.foreread.agent.writer;

import io.foreread.agent.probe.ProbeFailures;
import io.foreread.agent.probe.WriteProbe;
import io.foreread.agent.writeahead.ChunkOutput;
import java.io.IOError;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import org.apache.cassandra.io.compress.BufferType;
import org.apache.cassandra.io.compress.CompressedSequentialWriter;
import org.apache.cassandra.io.compress.ICompressor;
import org.apache.cassandra.io.util.ChecksumWriter;
import org.jspecify.annotations.Nullable;

/**
 * Compresses full chunks and writes them to the end of Data.db, with the same bytes as {@code flushData}. It does not refer to
 * the writer. One thread at a time uses it.
 */
final class ChunkCompression implements ChunkOutput {
    static final int CHECKSUM_BYTES = 4;
    /** The message of Cassandra's exception after a failure of the compressor. */
    static final String FAILED = "Compression exception";

    private final FileChannel channel;
    private final ChecksumWriter checksums;
    private final ICompressor compressor;
    private final int maxCompressedLength;
    private final ByteBuffer compressed;
    /** A copy of the chunk for a compressor that prefers heap buffers (Deflate); null for all others. */
    private final @Nullable ByteBuffer input;

    /** @param compressed memory for a compressed chunk */
    ChunkCompression(CompressedSequentialWriter writer, int chunkBytes, ByteBuffer compressed) {
        channel = WriterFields.channel(writer);
        checksums = WriterFields.checksums(writer);
        compressor = WriterFields.compressor(writer);
        maxCompressedLength = WriterFields.maxCompressedLength(writer);
        boolean offHeap = compressor.preferredBufferType() == BufferType.OFF_HEAP;
        this.compressed = offHeap ? compressed : ByteBuffer.allocate(compressed.capacity());
        input = offHeap ? null : ByteBuffer.allocate(chunkBytes);
    }

    @Override
    public int write(ByteBuffer chunk) throws IOException {
        long startNanos = WriteProbe.chunkWriteStarts();
        ByteBuffer bytes = compress(chunk);
        int start = bytes.position();
        int length = bytes.remaining();
        writeFully(bytes);
        bytes.position(start);
        checksums.appendDirect(bytes, true);
        int onDiskBytes = length + CHECKSUM_BYTES;
        record(onDiskBytes, startNanos);
        return onDiskBytes;
    }

    /** The chunk is in the file already. A failure to record it is no failure of the write. */
    private static void record(int onDiskBytes, long startNanos) {
        try {
            WriteProbe.chunkWritten(onDiskBytes, startNanos);
        } catch (RuntimeException | Error e) {
            ProbeFailures.count(e);
        }
    }

    /**
     * Cassandra writes once. If a part was written, it fails at the checksum that follows, with an {@code IOError}. The type
     * matters, because the disk failure policy does not apply to it.
     */
    private void writeFully(ByteBuffer bytes) throws IOException {
        channel.write(bytes);
        try {
            while (bytes.hasRemaining()) channel.write(bytes);
        } catch (IOException e) {
            throw new IOError(e);
        }
    }

    /** @return the bytes to write: the compressed chunk, or the chunk itself if it does not compress well */
    private ByteBuffer compress(ByteBuffer chunk) {
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
            source.position(0).limit(chunkBytes);
            return source;
        }
        compressed.flip();
        return compressed;
    }
}
