package io.foreread.agent.writer;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Field;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.util.function.LongConsumer;
import org.apache.cassandra.io.compress.CompressedSequentialWriter;
import org.apache.cassandra.io.compress.CompressionMetadata;
import org.apache.cassandra.io.compress.ICompressor;
import org.apache.cassandra.io.util.BufferedDataOutputStreamPlus;
import org.apache.cassandra.io.util.ChecksumWriter;
import org.apache.cassandra.io.util.SequentialWriter;
import org.apache.cassandra.io.util.SequentialWriterOption;
import org.jspecify.annotations.Nullable;

/**
 * Reads and writes the fields of a writer of a compressed Data.db, by method handles. Used with the lock of the
 * {@link CompressedWriter}. Stateless.
 *
 * <ul>
 *   <li>{@code maxCompressedLength} came with 4.0 (CASSANDRA-10520): a chunk of at least that length is stored as it is.
 *   <li>{@code runPostFlush} is a {@code Runnable} up to 4.1 and a {@code LongConsumer} from 5.0 on.
 * </ul>
 *
 * <p>If a field does not exist, this class cannot be initialized, and writers do not compress ahead.
 */
final class WriterFields {
    private static final MethodHandle BUFFER =
            getter(BufferedDataOutputStreamPlus.class, "buffer", ByteBuffer.class, SequentialWriter.class);
    private static final MethodHandle SET_BUFFER =
            setter(BufferedDataOutputStreamPlus.class, "buffer", ByteBuffer.class, SequentialWriter.class);
    private static final MethodHandle CHANNEL =
            getter(SequentialWriter.class, "fchannel", FileChannel.class, SequentialWriter.class);
    private static final MethodHandle OPTION =
            getter(SequentialWriter.class, "option", SequentialWriterOption.class, SequentialWriter.class);
    private static final MethodHandle POST_FLUSH =
            getter(SequentialWriter.class, "runPostFlush", Object.class, SequentialWriter.class);
    private static final MethodHandle SET_LAST_FLUSH_OFFSET =
            setter(SequentialWriter.class, "lastFlushOffset", long.class, SequentialWriter.class);
    private static final MethodHandle CHECKSUMS = ofWriter("crcMetadata", ChecksumWriter.class);
    private static final MethodHandle COMPRESSOR = ofWriter("compressor", ICompressor.class);
    private static final MethodHandle METADATA = ofWriter("metadataWriter", CompressionMetadata.Writer.class);
    private static final MethodHandle OFFSETS =
            getter(CompressionMetadata.Writer.class, "count", int.class, CompressionMetadata.Writer.class);
    private static final @Nullable MethodHandle MAX_COMPRESSED_LENGTH = maxCompressedLengthField();
    private static final MethodHandle CHUNK_OFFSET = ofWriter("chunkOffset", long.class);
    private static final MethodHandle SET_CHUNK_OFFSET = setterOfWriter("chunkOffset", long.class);
    private static final MethodHandle CHUNK_COUNT = ofWriter("chunkCount", int.class);
    private static final MethodHandle SET_CHUNK_COUNT = setterOfWriter("chunkCount", int.class);
    private static final MethodHandle UNCOMPRESSED_SIZE = ofWriter("uncompressedSize", long.class);
    private static final MethodHandle SET_UNCOMPRESSED_SIZE = setterOfWriter("uncompressedSize", long.class);
    private static final MethodHandle COMPRESSED_SIZE = ofWriter("compressedSize", long.class);
    private static final MethodHandle SET_COMPRESSED_SIZE = setterOfWriter("compressedSize", long.class);

    private WriterFields() {}

    static ByteBuffer buffer(SequentialWriter writer) {
        try {
            return (ByteBuffer) BUFFER.invokeExact(writer);
        } catch (Throwable e) {
            throw unexpected(e);
        }
    }

    static void buffer(SequentialWriter writer, ByteBuffer buffer) {
        try {
            SET_BUFFER.invokeExact(writer, buffer);
        } catch (Throwable e) {
            throw unexpected(e);
        }
    }

    static FileChannel channel(SequentialWriter writer) {
        try {
            return (FileChannel) CHANNEL.invokeExact(writer);
        } catch (Throwable e) {
            throw unexpected(e);
        }
    }

    static ChecksumWriter checksums(CompressedSequentialWriter writer) {
        try {
            return (ChecksumWriter) CHECKSUMS.invokeExact(writer);
        } catch (Throwable e) {
            throw unexpected(e);
        }
    }

    static ICompressor compressor(CompressedSequentialWriter writer) {
        try {
            return (ICompressor) COMPRESSOR.invokeExact(writer);
        } catch (Throwable e) {
            throw unexpected(e);
        }
    }

    /** Returns the compressed length from which a chunk is stored as it is; the largest int if every chunk is compressed. */
    static int maxCompressedLength(CompressedSequentialWriter writer) {
        if (MAX_COMPRESSED_LENGTH == null) return Integer.MAX_VALUE;
        try {
            return (int) MAX_COMPRESSED_LENGTH.invokeExact(writer);
        } catch (Throwable e) {
            throw unexpected(e);
        }
    }

    /** Returns the offset of the next chunk. */
    static long chunkOffset(CompressedSequentialWriter writer) {
        try {
            return (long) CHUNK_OFFSET.invokeExact(writer);
        } catch (Throwable e) {
            throw unexpected(e);
        }
    }

    /**
     * Does what {@code flushData} does after the write of a chunk, except for the call of the post-flush listener.
     *
     * @param onDiskBytes with the checksum of 4 bytes
     */
    static void addChunk(CompressedSequentialWriter writer, int chunkBytes, int onDiskBytes) {
        try {
            long offset = (long) CHUNK_OFFSET.invokeExact(writer);
            long uncompressed = (long) UNCOMPRESSED_SIZE.invokeExact(writer) + chunkBytes;
            ((CompressionMetadata.Writer) METADATA.invokeExact(writer)).addOffset(offset);
            SET_CHUNK_COUNT.invokeExact(writer, (int) CHUNK_COUNT.invokeExact(writer) + 1);
            SET_UNCOMPRESSED_SIZE.invokeExact(writer, uncompressed);
            SET_COMPRESSED_SIZE.invokeExact(
                    writer, (long) COMPRESSED_SIZE.invokeExact(writer) + onDiskBytes - ChunkCompression.CHECKSUM_BYTES);
            SET_LAST_FLUSH_OFFSET.invokeExact((SequentialWriter) writer, uncompressed);
            SET_CHUNK_OFFSET.invokeExact(writer, offset + onDiskBytes);
        } catch (Throwable e) {
            throw unexpected(e);
        }
    }

    /** Calls the listener that learns up to which position the data is in the file. */
    static void runPostFlush(SequentialWriter writer) {
        Object listener;
        try {
            listener = POST_FLUSH.invokeExact(writer);
        } catch (Throwable e) {
            throw unexpected(e);
        }
        if (listener instanceof LongConsumer) ((LongConsumer) listener).accept(writer.getLastFlushOffset());
        else if (listener != null) ((Runnable) listener).run();
    }

    /** Returns whether there is an offset for each chunk. */
    static boolean hasAllOffsets(CompressedSequentialWriter writer) {
        try {
            CompressionMetadata.Writer metadata = (CompressionMetadata.Writer) METADATA.invokeExact(writer);
            return (int) OFFSETS.invokeExact(metadata) == (int) CHUNK_COUNT.invokeExact(writer);
        } catch (Throwable e) {
            throw unexpected(e);
        }
    }

    /**
     * Returns whether there are at least as many chunks as the bytes need that were written before the content of the buffer.
     * The buffer must be the writer's own. There can be more chunks than that, because a sync writes a chunk that is not full.
     */
    static boolean hasAllChunks(CompressedSequentialWriter writer) {
        ByteBuffer buffer = buffer(writer);
        try {
            long chunkBytes = (int) CHUNK_COUNT.invokeExact(writer) * (long) buffer.capacity();
            return chunkBytes >= writer.position() - buffer.position();
        } catch (Throwable e) {
            throw unexpected(e);
        }
    }

    static boolean finishesOnClose(SequentialWriter writer) {
        try {
            return ((SequentialWriterOption) OPTION.invokeExact(writer)).finishOnClose();
        } catch (Throwable e) {
            throw unexpected(e);
        }
    }

    private static MethodHandle ofWriter(String name, Class<?> type) {
        return getter(CompressedSequentialWriter.class, name, type, CompressedSequentialWriter.class);
    }

    private static MethodHandle setterOfWriter(String name, Class<?> type) {
        return setter(CompressedSequentialWriter.class, name, type, CompressedSequentialWriter.class);
    }

    private static MethodHandle getter(Class<?> owner, String name, Class<?> type, Class<?> receiver) {
        try {
            return MethodHandles.lookup()
                    .unreflectGetter(field(owner, name))
                    .asType(MethodType.methodType(type, receiver));
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }

    private static MethodHandle setter(Class<?> owner, String name, Class<?> type, Class<?> receiver) {
        try {
            return MethodHandles.lookup()
                    .unreflectSetter(field(owner, name))
                    .asType(MethodType.methodType(void.class, receiver, type));
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }

    private static Field field(Class<?> owner, String name) throws NoSuchFieldException {
        Field field = owner.getDeclaredField(name);
        field.setAccessible(true);
        return field;
    }

    private static @Nullable MethodHandle maxCompressedLengthField() {
        for (Field field : CompressedSequentialWriter.class.getDeclaredFields())
            if (field.getName().equals("maxCompressedLength")) return ofWriter("maxCompressedLength", int.class);
        return null;
    }

    private static RuntimeException unexpected(Throwable failure) {
        if (failure instanceof Error) throw (Error) failure;
        return failure instanceof RuntimeException ? (RuntimeException) failure : new IllegalStateException(failure);
    }
}
