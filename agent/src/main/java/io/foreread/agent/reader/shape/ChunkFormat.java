package io.foreread.agent.reader.shape;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Field;
import org.apache.cassandra.io.compress.CompressionMetadata;
import org.apache.cassandra.utils.ChecksumType;
import org.jspecify.annotations.Nullable;

/**
 * Reads the two properties of chunks that differ between lines of Cassandra, by reflection. Immutable.
 *
 * <ul>
 *   <li>{@code CompressionMetadata.checksumType} exists in 3.11 only (Adler32 for sstables written before 2.1); from 4.0
 *       on it is always CRC32.
 *   <li>{@code CompressionMetadata.maxCompressedLength()} came with 4.0 (CASSANDRA-10520): a chunk of at least that
 *       length is stored as it is.
 * </ul>
 */
public final class ChunkFormat {
    private static final @Nullable Field CHECKSUM_TYPE = checksumTypeField();
    private static final @Nullable MethodHandle MAX_COMPRESSED_LENGTH = maxCompressedLengthMethod();

    public final ChecksumType checksumType;
    public final int maxCompressedLength;

    private ChunkFormat(ChecksumType checksumType, int maxCompressedLength) {
        this.checksumType = checksumType;
        this.maxCompressedLength = maxCompressedLength;
    }

    public static ChunkFormat of(CompressionMetadata metadata) {
        try {
            ChecksumType checksumType =
                    CHECKSUM_TYPE == null ? ChecksumType.CRC32 : (ChecksumType) CHECKSUM_TYPE.get(metadata);
            int maxCompressedLength = MAX_COMPRESSED_LENGTH == null
                    ? Integer.MAX_VALUE
                    : (int) MAX_COMPRESSED_LENGTH.invokeExact(metadata);
            return new ChunkFormat(checksumType, maxCompressedLength);
        } catch (RuntimeException | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new IllegalStateException(e);
        }
    }

    private static @Nullable Field checksumTypeField() {
        try {
            return CompressionMetadata.class.getField("checksumType");
        } catch (NoSuchFieldException e) {
            return null;
        }
    }

    private static @Nullable MethodHandle maxCompressedLengthMethod() {
        try {
            return MethodHandles.publicLookup()
                    .findVirtual(CompressionMetadata.class, "maxCompressedLength", MethodType.methodType(int.class));
        } catch (NoSuchMethodException | IllegalAccessException e) {
            return null;
        }
    }
}
