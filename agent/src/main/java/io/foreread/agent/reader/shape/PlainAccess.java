package io.foreread.agent.reader.shape;

import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
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
    BUFFERED(Fields.CHUNK_READER, Fields.PROXY),
    MAPPED(Fields.MAPPED_READER, Fields.PROXY, Fields.REGIONS, Fields.REGIONS_STATE),
    /** By a channel, through the chunk cache. Mapped uncompressed files are never cached. */
    CACHED(Fields.CACHED_READER, Fields.CHUNK_READER, Fields.PROXY);

    private final String className;
    private final boolean known;

    /**
     * @param reader the name of the class and its fields, separated by spaces
     * @param others the same for each class that the reader uses
     */
    PlainAccess(String reader, String... others) {
        className = reader.substring(0, reader.indexOf(' '));
        known = hasFields(reader) && Arrays.stream(others).allMatch(PlainAccess::hasFields);
    }

    /** @return null if the class of the reader is not known */
    public static @Nullable PlainAccess of(RebuffererFactory factory) {
        String name = factory.getClass().getName();
        for (PlainAccess access : values()) if (access.known && access.className.equals(name)) return access;
        return null;
    }

    /** @return whether the class exists and has exactly these fields */
    private static boolean hasFields(String classAndFields) {
        List<String> words = Arrays.asList(classAndFields.split(" "));
        Set<String> declared = new HashSet<>();
        try {
            Class<?> type = Class.forName(words.get(0), false, RebuffererFactory.class.getClassLoader());
            for (Field field : type.getDeclaredFields())
                if (!field.isSynthetic() && !Modifier.isStatic(field.getModifiers())) declared.add(field.getName());
        } catch (ClassNotFoundException | LinkageError e) {
            return false;
        }
        return declared.equals(new HashSet<>(words.subList(1, words.size())));
    }

    private static final class Fields {
        static final String PROXY = "org.apache.cassandra.io.util.AbstractReaderFileProxy channel fileLength";
        static final String CHUNK_READER = "org.apache.cassandra.io.util.SimpleChunkReader bufferSize bufferType";
        static final String MAPPED_READER = "org.apache.cassandra.io.util.MmapRebufferer regions";
        static final String REGIONS = "org.apache.cassandra.io.util.MmappedRegions state copy";
        static final String REGIONS_STATE =
                "org.apache.cassandra.io.util.MmappedRegions$State channel buffers offsets length last";
        static final String CACHED_READER =
                "org.apache.cassandra.cache.ChunkCache$CachingRebufferer source alignmentMask";
    }
}
