package io.foreread.agent.reader.shape;

import org.apache.cassandra.io.util.RebuffererFactory;
import org.jspecify.annotations.Nullable;

/** How Cassandra reads an uncompressed file. The classes of its readers are not public and have the same names on all lines. */
public enum PlainAccess {
    /** By a channel. */
    BUFFERED("org.apache.cassandra.io.util.SimpleChunkReader"),
    MAPPED("org.apache.cassandra.io.util.MmapRebufferer"),
    /** By a channel, through the chunk cache. Mapped uncompressed files are never cached. */
    CACHED("org.apache.cassandra.cache.ChunkCache$CachingRebufferer");

    private final String className;

    PlainAccess(String className) {
        this.className = className;
    }

    /** @return null if the class of the reader is not known */
    public static @Nullable PlainAccess of(RebuffererFactory factory) {
        String name = factory.getClass().getName();
        for (PlainAccess access : values()) if (access.className.equals(name)) return access;
        return null;
    }
}
