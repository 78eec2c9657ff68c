package org.apache.cassandra.io.sstable.format;

import java.lang.reflect.Field;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import org.apache.cassandra.db.DecoratedKey;
import org.apache.cassandra.db.PartitionPosition;

/** Where partitions begin in Data.db, by members that the lines call differently. Thread-safe. */
final class PartitionStarts {
    private static final Method POSITION = position();
    private static final Method FIRST = methodOrNull(SSTableReader.class, "getFirst");
    private static final Field FIRST_UP_TO_4_1 = FIRST == null ? fieldOrNull(SSTableReader.class, "first") : null;
    /** 3.11 alone reads sstables of 2.x, which hold cells and not rows. */
    private static final Method STORES_ROWS = methodOrNull(Version.class, "storeRows");

    private PartitionStarts() {}

    /** Whether the positions of this sstable's partitions can be asked for, and each ends where the next begins. */
    static boolean known(SSTableReader sstable) {
        return POSITION != null
                && (FIRST != null || FIRST_UP_TO_4_1 != null)
                && (STORES_ROWS == null || (boolean) call(STORES_ROWS, sstable.descriptor.version));
    }

    static DecoratedKey firstKey(SSTableReader sstable) {
        if (FIRST != null) return (DecoratedKey) call(FIRST, sstable);
        return (DecoratedKey) get(FIRST_UP_TO_4_1, sstable);
    }

    /**
     * Asks the partition index, without a trace in the key cache or the sstable's statistics.
     *
     * @return uncompressed position of the first partition whose key stands in that relation to {@code key}; -1 if there is
     *     none
     */
    static long find(SSTableReader sstable, PartitionPosition key, SSTableReader.Operator relation) {
        Object found = call(POSITION, sstable, key, relation, false);
        if (found == null) return -1;
        // 5.0 answers with the position itself, earlier lines with the entry of the index.
        if (found instanceof Long) return (long) found;
        return (long) get(fieldOrNull(found.getClass(), "position"), found);
    }

    private static Method position() {
        return methodOrNull(
                SSTableReader.class,
                "getPosition",
                PartitionPosition.class,
                SSTableReader.Operator.class,
                boolean.class);
    }

    private static Method methodOrNull(Class<?> type, String name, Class<?>... parameters) {
        try {
            return type.getMethod(name, parameters);
        } catch (NoSuchMethodException e) {
            return null;
        }
    }

    private static Field fieldOrNull(Class<?> type, String name) {
        try {
            return type.getField(name);
        } catch (NoSuchFieldException e) {
            return null;
        }
    }

    private static Object get(Field field, Object object) {
        try {
            return field.get(object);
        } catch (IllegalAccessException e) {
            throw new IllegalStateException(e);
        }
    }

    private static Object call(Method method, Object object, Object... arguments) {
        try {
            return method.invoke(object, arguments);
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
