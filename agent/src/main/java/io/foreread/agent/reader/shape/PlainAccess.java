package io.foreread.agent.reader.shape;

import java.util.Arrays;
import org.apache.cassandra.io.util.RebuffererFactory;
import org.jspecify.annotations.Nullable;

/**
 * How Cassandra reads an uncompressed file. The classes of its readers are not public. Their names and their fields are the
 * same on all lines.
 *
 * <p>These classes read a position of the data at the same offset of the file. A fork of Cassandra can add an offset, and no
 * checksum would detect that the bytes are wrong. Such an offset needs a field, so classes with other fields are not known.
 */
public enum PlainAccess {
    /** By a channel. */
    BUFFERED(Fields.CHUNK_READER, KnownFields.PROXY),
    MAPPED(Fields.MAPPED_READER, KnownFields.PROXY, Fields.REGIONS, Fields.REGIONS_STATE),
    /** By a channel, through the chunk cache. Mapped uncompressed files are never cached. */
    CACHED(KnownFields.CACHED_READER, Fields.CHUNK_READER, KnownFields.PROXY);

    private final String className;
    private final boolean known;

    /**
     * @param reader the name of the class and its fields, separated by spaces
     * @param others the same for each class that the reader uses
     */
    PlainAccess(String reader, String... others) {
        className = reader.substring(0, reader.indexOf(' '));
        known = KnownFields.are(reader) && Arrays.stream(others).allMatch(KnownFields::are);
    }

    /** @return null if the class of the reader is not known */
    public static @Nullable PlainAccess of(RebuffererFactory factory) {
        String name = factory.getClass().getName();
        for (PlainAccess access : values()) if (access.known && access.className.equals(name)) return access;
        return null;
    }

    private static final class Fields {
        static final String CHUNK_READER = "org.apache.cassandra.io.util.SimpleChunkReader bufferSize bufferType";
        static final String MAPPED_READER = "org.apache.cassandra.io.util.MmapRebufferer regions";
        static final String REGIONS = "org.apache.cassandra.io.util.MmappedRegions state copy";
        static final String REGIONS_STATE =
                "org.apache.cassandra.io.util.MmappedRegions$State channel buffers offsets length last";
    }
}
