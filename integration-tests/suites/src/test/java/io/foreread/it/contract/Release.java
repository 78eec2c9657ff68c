package io.foreread.it.contract;

import java.io.File;
import java.lang.reflect.InvocationTargetException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.function.DoubleSupplier;
import java.util.function.Supplier;
import org.apache.cassandra.cache.ChunkCache;
import org.apache.cassandra.config.Config.DiskAccessMode;
import org.apache.cassandra.io.compress.CompressionMetadata;
import org.apache.cassandra.io.sstable.Descriptor;
import org.apache.cassandra.io.sstable.format.SSTableReader;
import org.apache.cassandra.io.util.FileHandle;
import org.apache.cassandra.io.util.RandomAccessReader;
import org.apache.cassandra.utils.ChecksumType;

/** Calls members of Cassandra that differ between the lines. Finds them by their signatures, not by the release. */
final class Release {
    /** Cassandra 4.1 and later have their own File class. */
    private static final Class<?> FILE = typeOrNull("org.apache.cassandra.io.util.File");

    private static final boolean BUILDER_TAKES_FILE = Arrays.stream(FileHandle.Builder.class.getConstructors())
            .anyMatch(constructor -> constructor.getParameterTypes()[0] == FILE);
    private static final boolean DESCRIPTOR_TAKES_FILE = has(Descriptor.class, "fromFile");
    private static final boolean METADATA_OPENS = has(CompressionMetadata.class, "open");
    private static final boolean LENGTH_IN_BUILDER = has(FileHandle.Builder.class, "withLengthOverride");
    private static final boolean CRC_CHANCE_IN_BUILDER = has(FileHandle.Builder.class, "withCrcCheckChance");
    private static final boolean CRC_CHANCE_IS_DOUBLE =
            has(FileHandle.Builder.class, "withCrcCheckChance", DoubleSupplier.class);
    private static final boolean ACCESS_MODE_IN_BUILDER = has(FileHandle.Builder.class, "withDiskAccessMode");

    /** Whether chunks that do not compress are stored uncompressed: 4.0 and later. */
    static final boolean RAW_CHUNKS = has(CompressionMetadata.class, "maxCompressedLength");
    /** Whether the release has native read-ahead: 5.0.4 and later. */
    static final boolean NATIVE = has(SSTableReader.class, "openDataReaderForScan");
    /** Whether native read-ahead takes a disk access mode: 6.0. */
    static final boolean NATIVE_WITH_MODE = has(SSTableReader.class, "openDataReaderForScan", DiskAccessMode.class);
    /** Whether a reader's buffer contains the bytes of a chunk after the check of this chunk has failed: 3.11. */
    static final boolean STALE_AFTER_FAILURE = !RAW_CHUNKS;

    private Release() {}

    static FileHandle open(SstableFile file, Mode mode, double crcCheckChance) {
        return open(file, mode, new double[] {crcCheckChance});
    }

    /** @param crcCheckChance one element, for {@link #changeCrcCheckChance} */
    static FileHandle open(SstableFile file, Mode mode, double[] crcCheckChance) {
        FileHandle.Builder builder = builder(file.data());
        CompressionMetadata metadata =
                file.compressed() ? metadata(file.chunkTable(), file.compressedLengthBytes()) : null;
        try {
            if (metadata != null) crcCheckChance(builder, metadata, crcCheckChance);
            mmapped(builder, mode.isMapped());
            if (metadata != null) builder.withCompressionMetadata(metadata);
            if (mode.isCached()) builder.withChunkCache(ChunkCache.instance);
            return builder.complete();
        } finally {
            // On lines where these objects can be closed, the file handle has its own copies of them.
            closeIfCloseable(metadata);
            closeIfCloseable(builder);
        }
    }

    static FileHandle openPlain(Path file, long lengthBytes) {
        return openPlain(file, lengthBytes, Mode.STANDARD);
    }

    /** Opens the first bytes of an uncompressed file, as Cassandra opens a file that is being written. */
    static FileHandle openPlain(Path file, long lengthBytes, Mode mode) {
        FileHandle.Builder builder = builder(file);
        try {
            mmapped(builder, mode.isMapped());
            if (mode.isCached()) builder.withChunkCache(ChunkCache.instance);
            if (!LENGTH_IN_BUILDER) return builder.complete(lengthBytes);
            FileHandle.Builder.class.getMethod("withLengthOverride", long.class).invoke(builder, lengthBytes);
            return builder.complete();
        } catch (ReflectiveOperationException e) {
            throw sneaky(e);
        } finally {
            closeIfCloseable(builder);
        }
    }

    /** Opens an uncompressed file in the way in which Cassandra opens a mapped partition index. */
    static FileHandle openMapped(Path file) {
        FileHandle.Builder builder = builder(file);
        try {
            mmapped(builder, true);
            return builder.complete();
        } finally {
            closeIfCloseable(builder);
        }
    }

    /** Opens a file as verify does: with a channel of its own, not compressed and not mapped. */
    static RandomAccessReader openFile(Path path) {
        try {
            Class<?> type = FILE == null ? File.class : FILE;
            Object file = FILE == null ? path.toFile() : file(path);
            return (RandomAccessReader)
                    RandomAccessReader.class.getMethod("open", type).invoke(null, file);
        } catch (ReflectiveOperationException e) {
            throw sneaky(e);
        }
    }

    static Descriptor descriptor(Path data) {
        try {
            return DESCRIPTOR_TAKES_FILE
                    ? (Descriptor) Descriptor.class.getMethod("fromFile", FILE).invoke(null, file(data))
                    : (Descriptor) Descriptor.class
                            .getMethod("fromFilename", String.class)
                            .invoke(null, data.toString());
        } catch (ReflectiveOperationException e) {
            throw sneaky(e);
        }
    }

    private static FileHandle.Builder builder(Path data) {
        try {
            return BUILDER_TAKES_FILE
                    ? FileHandle.Builder.class.getConstructor(FILE).newInstance(file(data))
                    : FileHandle.Builder.class.getConstructor(String.class).newInstance(data.toString());
        } catch (ReflectiveOperationException e) {
            throw sneaky(e);
        }
    }

    private static CompressionMetadata metadata(Path chunkTable, long compressedLengthBytes) {
        try {
            if (METADATA_OPENS)
                return (CompressionMetadata) CompressionMetadata.class
                        .getMethod("open", FILE, long.class, boolean.class)
                        .invoke(null, file(chunkTable), compressedLengthBytes, true);
            if (RAW_CHUNKS)
                return CompressionMetadata.class
                        .getConstructor(String.class, long.class, boolean.class)
                        .newInstance(chunkTable.toString(), compressedLengthBytes, true);
            return new CompressionMetadata(chunkTable.toString(), compressedLengthBytes, ChecksumType.CRC32);
        } catch (ReflectiveOperationException e) {
            throw sneaky(e);
        }
    }

    /** Changes the chance of a file that is open, as {@code ALTER TABLE} does. */
    static void changeCrcCheckChance(FileHandle file, double[] crcCheckChance, double chance) {
        crcCheckChance[0] = chance;
        if (!CRC_CHANCE_IN_BUILDER) file.compressionMetadata().get().parameters.setCrcCheckChance(chance);
    }

    private static void crcCheckChance(FileHandle.Builder builder, CompressionMetadata metadata, double[] chance) {
        if (!CRC_CHANCE_IN_BUILDER) {
            metadata.parameters.setCrcCheckChance(chance[0]);
            return;
        }
        try {
            if (CRC_CHANCE_IS_DOUBLE)
                FileHandle.Builder.class
                        .getMethod("withCrcCheckChance", DoubleSupplier.class)
                        .invoke(builder, (DoubleSupplier) () -> chance[0]);
            else
                FileHandle.Builder.class
                        .getMethod("withCrcCheckChance", Supplier.class)
                        .invoke(builder, (Supplier<Double>) () -> chance[0]);
        } catch (ReflectiveOperationException e) {
            throw sneaky(e);
        }
    }

    private static void mmapped(FileHandle.Builder builder, boolean mmapped) {
        if (!ACCESS_MODE_IN_BUILDER) {
            builder.mmapped(mmapped);
            return;
        }
        try {
            FileHandle.Builder.class
                    .getMethod("withDiskAccessMode", DiskAccessMode.class)
                    .invoke(builder, mmapped ? DiskAccessMode.mmap : DiskAccessMode.standard);
        } catch (ReflectiveOperationException e) {
            throw sneaky(e);
        }
    }

    private static Object file(Path path) throws ReflectiveOperationException {
        return FILE.getConstructor(Path.class).newInstance(path);
    }

    private static void closeIfCloseable(Object object) {
        if (!(object instanceof AutoCloseable)) return;
        try {
            ((AutoCloseable) object).close();
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    private static RuntimeException sneaky(ReflectiveOperationException e) {
        Throwable cause = e instanceof InvocationTargetException ? e.getCause() : e;
        if (cause instanceof Error) throw (Error) cause;
        return cause instanceof RuntimeException ? (RuntimeException) cause : new IllegalStateException(cause);
    }

    private static boolean has(Class<?> type, String method) {
        return Arrays.stream(type.getMethods())
                .anyMatch(candidate -> candidate.getName().equals(method));
    }

    private static boolean has(Class<?> type, String method, Class<?> parameter) {
        return Arrays.stream(type.getMethods())
                .anyMatch(candidate -> candidate.getName().equals(method)
                        && Arrays.equals(candidate.getParameterTypes(), new Class<?>[] {parameter}));
    }

    static Class<?> typeOrNull(String name) {
        try {
            return Class.forName(name);
        } catch (ClassNotFoundException e) {
            return null;
        }
    }
}
