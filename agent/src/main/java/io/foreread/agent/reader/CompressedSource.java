package io.foreread.agent.reader;

import io.foreread.agent.readahead.BlockPool;
import io.foreread.agent.readahead.FillSize;
import io.foreread.agent.reader.shape.ChunkFormat;
import org.apache.cassandra.io.compress.CompressionMetadata;
import org.apache.cassandra.io.util.CompressedChunkReader;
import org.apache.cassandra.io.util.ReaderFileProxy;
import org.apache.cassandra.io.util.RebuffererFactory;
import org.jspecify.annotations.Nullable;

/** A compressed data file. */
final class CompressedSource implements ScanSource {
    private final RebuffererFactory factory;
    private final CompressionMetadata metadata;
    private final boolean cached;
    private final boolean buffered;

    /** @throws IllegalStateException if the file is read in a way that is not known */
    CompressedSource(RebuffererFactory factory, CompressionMetadata metadata) {
        this.factory = factory;
        this.metadata = metadata;
        // A file that uses the chunk cache has the factory of the cache, not a chunk reader.
        cached = !(factory instanceof CompressedChunkReader);
        buffered = factory instanceof CompressedChunkReader.Standard;
        // For example the reader of 6.0 for O_DIRECT, whose channel requires aligned reads.
        if (!cached && !buffered && !(factory instanceof CompressedChunkReader.Mmap))
            throw new IllegalStateException("unexpected class of chunk reader: " + factory);
    }

    @Override
    public ReaderFileProxy file() {
        return factory;
    }

    @Override
    public long dataBytes() {
        return metadata.dataLength;
    }

    @Override
    public long fileBytes() {
        return metadata.compressedFileLength;
    }

    @Override
    public boolean stockReadsChannel() {
        return buffered;
    }

    @Override
    public boolean isCached() {
        return cached;
    }

    @Override
    public boolean hasNativeReadAhead() {
        return buffered;
    }

    @Override
    public @Nullable BlockLayout layout(int blockBytes) {
        return metadata.dataLength <= metadata.chunkLength() ? null : BlockLayout.of(metadata, blockBytes);
    }

    @Override
    public ScanData open(ScanFile opened, ScanMemory memory, BlockPool pool, FillSize fillSize) {
        ChunkDecoder decoder = new ChunkDecoder(
                factory, opened, metadata, ChunkFormat.of(metadata), memory.layout(), memory.block(), fillSize);
        return new CompressedData(metadata, memory, decoder, new ScanAhead(decoder, metadata, pool, fillSize));
    }

    @Override
    public String toString() {
        return metadata.compressor().getClass().getSimpleName() + ", chunk length " + metadata.chunkLength();
    }
}
