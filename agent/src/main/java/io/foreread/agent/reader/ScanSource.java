package io.foreread.agent.reader;

import io.foreread.agent.readahead.BlockPool;
import io.foreread.agent.readahead.FillSize;
import org.apache.cassandra.io.util.ReaderFileProxy;
import org.jspecify.annotations.Nullable;

/** The data file of a scan, as Cassandra has opened it. Immutable. */
interface ScanSource {
    ReaderFileProxy file();

    /** Returns the length of the uncompressed data. */
    long dataBytes();

    /** Returns the length of the data on disk. It can be less than the length of the file, which Cassandra can be writing. */
    long fileBytes();

    /** Returns whether Cassandra reads the file by a channel on every access: it neither maps nor caches the file. */
    boolean stockReadsChannel();

    /** Returns whether Cassandra reads the file through the chunk cache. */
    boolean isCached();

    /** Returns whether the native read-ahead of a release that has one applies to the file. */
    boolean hasNativeReadAhead();

    /** @return the memory for blocks of this size; null if there is nothing to gain */
    @Nullable
    BlockLayout layout(int blockBytes);

    /**
     * Begins to read.
     *
     * @param opened the file, which the result closes; the caller closes it if this throws
     * @param memory allocated
     */
    ScanData open(ScanFile opened, ScanMemory memory, BlockPool pool, FillSize fillSize);

    /** Describes the file for messages of Cassandra. */
    @Override
    String toString();
}
