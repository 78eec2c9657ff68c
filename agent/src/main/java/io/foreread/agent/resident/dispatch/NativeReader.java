package io.foreread.agent.resident.dispatch;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.Objects;
import org.apache.cassandra.config.Config;
import org.apache.cassandra.io.sstable.format.SSTableReader;
import org.apache.cassandra.io.util.RandomAccessReader;
import org.jspecify.annotations.Nullable;

/**
 * Opens Cassandra's own read-ahead reader, which came with 5.0.4. Its methods are found by reflection, because the
 * agent is compiled against a release without them. Thread-safe.
 */
public final class NativeReader {
    private static final @Nullable MethodHandle OPEN = find(MethodType.methodType(RandomAccessReader.class));
    private static final @Nullable MethodHandle OPEN_WITH_MODE =
            find(MethodType.methodType(RandomAccessReader.class, Config.DiskAccessMode.class));

    /** Whether this release has the native read-ahead reader. */
    public static final boolean PRESENT = OPEN != null;

    private NativeReader() {}

    public static RandomAccessReader open(SSTableReader sstable) {
        try {
            return (RandomAccessReader) Objects.requireNonNull(OPEN).invokeExact(sstable);
        } catch (RuntimeException | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new IllegalStateException(e);
        }
    }

    /** Opens the reader with a disk access mode, as 6.0 does. */
    public static RandomAccessReader open(SSTableReader sstable, Config.@Nullable DiskAccessMode mode) {
        try {
            return (RandomAccessReader) Objects.requireNonNull(OPEN_WITH_MODE).invokeExact(sstable, mode);
        } catch (RuntimeException | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new IllegalStateException(e);
        }
    }

    private static @Nullable MethodHandle find(MethodType type) {
        try {
            return MethodHandles.publicLookup().findVirtual(SSTableReader.class, "openDataReaderForScan", type);
        } catch (NoSuchMethodException | IllegalAccessException e) {
            return null;
        }
    }
}
