package io.foreread.agent.reader.shape;

import java.lang.reflect.Field;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.Objects;
import org.apache.cassandra.db.DecoratedKey;
import org.apache.cassandra.db.PartitionPosition;
import org.apache.cassandra.io.sstable.format.SSTableReader;
import org.apache.cassandra.io.sstable.format.Version;
import org.jspecify.annotations.Nullable;

/** Finds where partitions begin in Data.db, by members that have different names in different lines. Thread-safe. */
public final class PartitionStarts {
    private static final @Nullable Method POSITION = methodOrNull(
            SSTableReader.class, "getPosition", PartitionPosition.class, SSTableReader.Operator.class, boolean.class);
    /** Up to 4.1 the method returns an entry of the index, in 5.0 the position itself. */
    private static final @Nullable Field POSITION_OF_ENTRY =
            POSITION == null ? null : fieldOrNull(POSITION.getReturnType(), "position");

    private static final @Nullable Method FIRST = methodOrNull(SSTableReader.class, "getFirst");
    private static final @Nullable Method LAST = methodOrNull(SSTableReader.class, "getLast");
    private static final @Nullable Field FIRST_UP_TO_4_1 = fieldOrNull(SSTableReader.class, "first");
    private static final @Nullable Field LAST_UP_TO_4_1 = fieldOrNull(SSTableReader.class, "last");
    private static final boolean FOUND = POSITION != null
            && (POSITION_OF_ENTRY != null || POSITION.getReturnType() == long.class)
            && (FIRST != null || FIRST_UP_TO_4_1 != null)
            && (LAST != null || LAST_UP_TO_4_1 != null);
    /** Only 3.11 reads sstables of 2.x, which contain cells and not rows. */
    private static final @Nullable Method STORES_ROWS = methodOrNull(Version.class, "storeRows");

    private PartitionStarts() {}

    /**
     * Whether the positions of this sstable's partitions can be found, and each partition ends where the next one
     * begins.
     */
    public static boolean known(SSTableReader sstable) {
        return FOUND
                && (STORES_ROWS == null
                        || (boolean) Objects.requireNonNull(call(STORES_ROWS, sstable.descriptor.version)));
    }

    public static DecoratedKey firstKey(SSTableReader sstable) {
        return (DecoratedKey)
                Objects.requireNonNull(FIRST == null ? get(FIRST_UP_TO_4_1, sstable) : call(FIRST, sstable));
    }

    public static DecoratedKey lastKey(SSTableReader sstable) {
        return (DecoratedKey) Objects.requireNonNull(LAST == null ? get(LAST_UP_TO_4_1, sstable) : call(LAST, sstable));
    }

    /**
     * Searches the partition index. This changes neither the key cache nor the sstable's statistics.
     *
     * @return uncompressed position of the first partition whose key stands in that relation to {@code key}; -1 if
     *     there is none
     */
    public static long find(SSTableReader sstable, PartitionPosition key, SSTableReader.Operator relation) {
        Object found = call(POSITION, sstable, key, relation, false);
        if (found == null) return -1;
        return (long) (POSITION_OF_ENTRY == null ? found : get(POSITION_OF_ENTRY, found));
    }

    private static @Nullable Method methodOrNull(Class<?> type, String name, Class<?>... parameters) {
        try {
            return type.getMethod(name, parameters);
        } catch (NoSuchMethodException e) {
            return null;
        }
    }

    private static @Nullable Field fieldOrNull(Class<?> type, String name) {
        try {
            return type.getField(name);
        } catch (NoSuchFieldException e) {
            return null;
        }
    }

    private static Object get(@Nullable Field field, Object object) {
        try {
            return Objects.requireNonNull(field).get(object);
        } catch (IllegalAccessException e) {
            throw new IllegalStateException(e);
        }
    }

    private static @Nullable Object call(@Nullable Method method, Object object, Object... arguments) {
        try {
            return Objects.requireNonNull(method).invoke(object, arguments);
        } catch (InvocationTargetException e) {
            Throwable cause = e.getCause();
            if (cause instanceof Error) throw (Error) cause;
            if (cause instanceof RuntimeException) throw (RuntimeException) cause;
            throw new IllegalStateException(cause);
        } catch (IllegalAccessException e) {
            throw new IllegalStateException(e);
        }
    }
}
