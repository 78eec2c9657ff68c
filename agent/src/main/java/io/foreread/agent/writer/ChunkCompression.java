package io.foreread.agent.writer;

import io.foreread.agent.probe.ProbeFailures;
import io.foreread.agent.probe.WriteProbe;
import io.foreread.agent.writeahead.ChunkOutput;
import java.io.IOError;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import org.apache.cassandra.io.compress.CompressedSequentialWriter;
import org.apache.cassandra.io.util.ChecksumWriter;

/**
 * Compresses full chunks and writes them to the end of Data.db, with the same bytes as {@code flushData}. It does not refer to
 * the writer. One thread at a time writes, and one thread at a time compresses in advance.
 */
final class ChunkCompression implements ChunkOutput {
    static final int CHECKSUM_BYTES = 4;

    private final FileChannel channel;
    private final ChecksumWriter checksums;
    private final ChunkCompressor compressor;
    /** Used by the owner of the ring only. */
    private final ChunkCompressor ownersCompressor;

    /** @param memory of the writer, which nothing else uses while this object is in use, except for the buffers of its ring */
    ChunkCompression(CompressedSequentialWriter writer, int chunkBytes, WriterMemory memory) {
        channel = WriterFields.channel(writer);
        checksums = WriterFields.checksums(writer);
        compressor = new ChunkCompressor(writer, chunkBytes, memory.compressed());
        ownersCompressor = new ChunkCompressor(writer, chunkBytes, memory.ownersCompressed());
    }

    /** Without a limit of the compressed length, a compressed chunk can be larger. It is left to the thread that writes. */
    @Override
    @SuppressWarnings("ReferenceEquality") // a chunk that does not compress well is returned itself
    public long compress(ByteBuffer chunk) {
        long startNanos = System.nanoTime();
        ByteBuffer bytes = ownersCompressor.compress(chunk);
        if (bytes.remaining() > chunk.capacity()) return NOT_COMPRESSED;
        if (bytes != chunk) {
            chunk.clear();
            chunk.put(bytes);
            chunk.flip();
        }
        return Math.max(0, System.nanoTime() - startNanos);
    }

    @Override
    public int write(ByteBuffer chunk, long compressionNanos) throws IOException {
        long startNanos = WriteProbe.chunkWriteStarts();
        boolean compressed = compressionNanos != NOT_COMPRESSED;
        if (compressed && startNanos != 0) startNanos -= compressionNanos;
        ByteBuffer bytes = compressed ? chunk : compressor.compress(chunk);
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
}
