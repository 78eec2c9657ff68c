package io.foreread.agent.reader;

import io.foreread.agent.readahead.BlockPool;
import io.foreread.agent.readahead.FillSize;
import io.foreread.agent.reader.shape.ChunkFormat;
import io.foreread.agent.reader.shape.CompressedAccess;
import org.apache.cassandra.io.compress.CompressionMetadata;
import org.apache.cassandra.io.util.ReaderFileProxy;
import org.apache.cassandra.io.util.RebuffererFactory;
import org.jspecify.annotations.Nullable;

/** A compressed data file. */
final class CompressedSource implements ScanSource {
    private final RebuffererFactory factory;
    private final CompressionMetadata metadata;
    private final CompressedAccess access;

    /** @throws IllegalStateException if the file is read in a way that is not known */
    CompressedSource(RebuffererFactory factory, CompressionMetadata metadata) {
        CompressedAccess known = CompressedAccess.of(factory);
        // For example the reader of 6.0 for O_DIRECT, whose channel requires aligned reads.
        if (known == null) throw new IllegalStateException("unexpected class of chunk reader: " + factory);
        this.factory = factory;
        this.metadata = metadata;
        this.access = known;
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
        return access == CompressedAccess.BUFFERED;
    }

    @Override
    public boolean isCached() {
        return access == CompressedAccess.CACHED;
    }

    @Override
    public boolean hasNativeReadAhead() {
        return access == CompressedAccess.BUFFERED;
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
