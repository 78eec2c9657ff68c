package io.foreread.agent.reader;

import io.foreread.exporter.recorder.Recorders;
import java.nio.ByteBuffer;
import org.apache.cassandra.io.compress.CompressionMetadata;

/**
 * The chunks of a compressed file, from read-ahead blocks. Bytes and exceptions are those of {@link ChunkDecoder}. If
 * configured, another thread decodes the next chunks of a scan that reads to the end ({@link ScanAhead}).
 */
final class CompressedData implements ScanData {
    private static final long NOTHING = -1;

    private final CompressionMetadata metadata;
    private final ScanMemory memory;
    private final ChunkDecoder decoder;
    private final ScanAhead ahead;

    /** The chunk that the caller reads. */
    private ByteBuffer chunk;
    /** Bytes of that chunk, because the caller can have changed the limit of the buffer; 0 if there is no chunk. */
    private int chunkBytes;

    private long offset = NOTHING;

    CompressedData(CompressionMetadata metadata, ScanMemory memory, ChunkDecoder decoder, ScanAhead ahead) {
        this.metadata = metadata;
        this.memory = memory;
        this.decoder = decoder;
        this.ahead = ahead;
        this.chunk = memory.uncompressed();
    }

    @Override
    public boolean holds(long position) {
        return chunkBytes > 0 && start(position) == offset;
    }

    @Override
    public long start(long position) {
        return position & -(long) metadata.chunkLength();
    }

    @Override
    public void read(long position) {
        long chunkPosition = start(position);
        boolean continues = offset != NOTHING && chunkPosition == offset + metadata.chunkLength();
        chunk.position(0).limit(0);
        chunkBytes = 0;
        offset = chunkPosition;
        ByteBuffer next = ahead.take(chunkPosition);
        if (next == null) {
            memory.grow(decoder);
            next = memory.uncompressed();
            decoder.decode(chunkPosition, next);
            if (continues) ahead.startBehind(chunkPosition);
        }
        chunk = next;
        chunkBytes = next.limit();
        Recorders.SCANS.served(1);
    }

    @Override
    public ByteBuffer buffer() {
        chunk.position(0).limit(chunkBytes);
        return chunk;
    }

    @Override
    public long offset() {
        return offset;
    }

    /** A chunk that the file does not contain is corrupt, which the decoder reports. */
    @Override
    public boolean endsBefore(long position) {
        return false;
    }

    @Override
    public void limit(long position) {
        // Must be first, because another thread may be using the decoder.
        ahead.limit(position);
        decoder.limit(position);
    }

    /** Called before the first read, so no other thread uses the decoder. */
    @Override
    public void checkEveryChunk() {
        decoder.checkEveryChunk();
    }

    @Override
    public void close() {
        // Must be first, because another thread may be writing to the memory.
        ahead.close();
        decoder.close();
    }
}
