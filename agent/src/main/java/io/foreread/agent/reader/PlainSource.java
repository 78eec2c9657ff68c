package io.foreread.agent.reader;

import io.foreread.agent.readahead.BlockPool;
import io.foreread.agent.readahead.FillSize;
import io.foreread.agent.readahead.ReadAhead;
import io.foreread.agent.reader.shape.PlainAccess;
import org.apache.cassandra.io.util.ChunkReader;
import org.apache.cassandra.io.util.ReaderFileProxy;
import org.apache.cassandra.io.util.RebuffererFactory;
import org.jspecify.annotations.Nullable;

/**
 * An uncompressed data file. No release of Cassandra reads it ahead, and none reads it with direct I/O: 6.0 uses its channel
 * for direct I/O for compressed files only, and refuses {@code disk_access_mode: direct}. Such a channel would refuse reads
 * that are not aligned.
 */
final class PlainSource implements ScanSource {
    /** A smaller file is one page, which the stock reader reads at once. */
    static final int MIN_FILE_BYTES = 4096;

    /** A page fault in a mapped file, and the smallest buffer of Cassandra. */
    private static final int PAGE_BYTES = 4096;

    private final RebuffererFactory factory;
    private final PlainAccess access;

    /** @throws IllegalStateException if the file is read in a way that is not known */
    PlainSource(RebuffererFactory factory) {
        PlainAccess known = PlainAccess.of(factory);
        // 5.0 has a reader of its own for empty files.
        if (known == null && factory.fileLength() > MIN_FILE_BYTES)
            throw new IllegalStateException("unexpected class of reader: " + factory);
        this.factory = factory;
        this.access = known == null ? PlainAccess.BUFFERED : known;
    }

    @Override
    public ReaderFileProxy file() {
        return factory;
    }

    @Override
    public long dataBytes() {
        return factory.fileLength();
    }

    @Override
    public long fileBytes() {
        return factory.fileLength();
    }

    @Override
    public boolean stockReadsChannel() {
        return access == PlainAccess.BUFFERED;
    }

    @Override
    public boolean isCached() {
        return access == PlainAccess.CACHED;
    }

    @Override
    public boolean hasNativeReadAhead() {
        return false;
    }

    @Override
    public @Nullable BlockLayout layout(int blockBytes) {
        return factory.fileLength() <= MIN_FILE_BYTES ? null : BlockLayout.plain(blockBytes);
    }

    @Override
    public ScanData open(ScanFile opened, ScanMemory memory, BlockPool pool, FillSize fillSize) {
        return new PlainData(this, opened, memory, fillSize);
    }

    /** Returns the bytes that the stock reader reads at once. */
    int rangeBytes() {
        return access == PlainAccess.BUFFERED
                ? Math.min(((ChunkReader) factory).chunkSize(), ReadAhead.MIN_BLOCK_BYTES)
                : PAGE_BYTES;
    }

    /** Returns the multiple of bytes at which a read starts after a seek: a page, as for a page fault, or any byte. */
    int startBytes() {
        return access == PlainAccess.BUFFERED ? 1 : PAGE_BYTES;
    }

    /**
     * Returns whether the stock reader handles a file that is shorter than expected. It does not if it maps the file: the
     * access to a page behind the end would end the JVM.
     */
    boolean stockReadsShortFile() {
        return access != PlainAccess.MAPPED;
    }

    @Override
    public String toString() {
        return "uncompressed";
    }
}
