package io.foreread.agent.reader.shape;

import java.lang.reflect.Field;
import java.util.Arrays;
import org.apache.cassandra.io.util.RebuffererFactory;
import org.jspecify.annotations.Nullable;

/**
 * How Cassandra reads a compressed file.
 *
 * <p>A fork of Cassandra can store chunks in another way, for example encrypted or at other offsets. Healthy data would then
 * seem to be damaged, and Cassandra could stop the node. Other chunks need another class or another field, so other classes,
 * and classes with other fields, are not known.
 */
public enum CompressedAccess {
    /** By a channel. */
    BUFFERED(
            "org.apache.cassandra.io.util.CompressedChunkReader$Standard compressedHolder? bufferHolder? reader? scanReader?"),
    MAPPED("org.apache.cassandra.io.util.CompressedChunkReader$Mmap regions"),
    /** Through the chunk cache, whose chunks are read in one of the other ways. The default of 3.11 is a mapped file. */
    CACHED(KnownFields.CACHED_READER);

    private static final @Nullable Field CACHE_SOURCE = cacheSource();

    private final String className;
    private final boolean known;

    /** @param reader the class and its fields, see {@link KnownFields#are} */
    CompressedAccess(String reader) {
        className = reader.substring(0, reader.indexOf(' '));
        known = KnownFields.are(reader) && Arrays.stream(Chunks.FIELDS).allMatch(KnownFields::are);
    }

    /** @return null if the class of the reader is not known */
    public static @Nullable CompressedAccess of(RebuffererFactory factory) {
        CompressedAccess access = ofClass(factory.getClass());
        if (access != CACHED) return access;
        CompressedAccess source = ofClass(sourceOf(factory).getClass());
        return source == BUFFERED || source == MAPPED ? CACHED : null;
    }

    private static @Nullable CompressedAccess ofClass(Class<?> reader) {
        for (CompressedAccess access : values())
            if (access.known && access.className.equals(reader.getName())) return access;
        return null;
    }

    /** Returns the reader whose chunks are cached; the factory itself if it has none. */
    private static Object sourceOf(RebuffererFactory factory) {
        try {
            return CACHE_SOURCE == null ? factory : CACHE_SOURCE.get(factory);
        } catch (IllegalAccessException e) {
            throw new IllegalStateException(e);
        }
    }

    private static @Nullable Field cacheSource() {
        try {
            String name = CACHED.className;
            Field source = Class.forName(name, false, RebuffererFactory.class.getClassLoader())
                    .getDeclaredField("source");
            source.setAccessible(true);
            return source;
        } catch (ReflectiveOperationException e) {
            return null;
        }
    }

    private static final class Chunks {
        static final String[] FIELDS = {
            KnownFields.PROXY,
            "org.apache.cassandra.io.util.CompressedChunkReader metadata maxCompressedLength? crcCheckChanceSupplier?",
            "org.apache.cassandra.io.compress.CompressionMetadata dataLength compressedFileLength chunkOffsets chunkOffsetsSize"
                    + " parameters indexFilePath? chunksIndexFile? checksumType? compressionDictionary? resolvedCompressor?",
            "org.apache.cassandra.io.compress.CompressionMetadata$Chunk offset length"
        };
    }
}
