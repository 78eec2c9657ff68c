package io.foreread.exporter.dropwizard;

import com.codahale.metrics.Snapshot;
import java.lang.reflect.Field;
import org.jspecify.annotations.Nullable;

/**
 * Finds the bucket bounds of a snapshot of Cassandra's reservoir. They are in a field of the snapshot (from 4.0 on) or
 * of the enclosing reservoir (3.11). The values of a snapshot without such a field are not bucket counts.
 */
final class BucketOffsets {
    private static final String OFFSETS = "bucketOffsets";
    private static final String RESERVOIR = "this$0";

    /** The fields that lead from a snapshot of a class to its bucket bounds; empty if its snapshots have no bounds. */
    private static final ClassValue<Field[]> PATHS = new ClassValue<Field[]>() {
        @Override
        protected Field[] computeValue(Class<?> type) {
            Field offsets = field(type, OFFSETS);
            if (offsets != null) return new Field[] {offsets};
            Field reservoir = field(type, RESERVOIR);
            offsets = reservoir == null ? null : field(reservoir.getType(), OFFSETS);
            return offsets == null ? new Field[0] : new Field[] {reservoir, offsets};
        }
    };

    private BucketOffsets() {}

    /**
     * @return inclusive upper bounds in ascending order, in the unit of the recorded values; null if the snapshot has
     *     none. The array must not be modified.
     */
    static long @Nullable [] of(Snapshot snapshot) {
        Object value = null;
        for (Field field : PATHS.get(snapshot.getClass())) value = get(field, value == null ? snapshot : value);
        return (long[]) value;
    }

    private static Object get(Field field, Object owner) {
        try {
            return field.get(owner);
        } catch (IllegalAccessException e) {
            throw new IllegalStateException(e);
        }
    }

    private static @Nullable Field field(Class<?> type, String name) {
        for (Class<?> declaring = type; declaring != null; declaring = declaring.getSuperclass()) {
            for (Field field : declaring.getDeclaredFields()) {
                if (!field.getName().equals(name)) continue;
                if (name.equals(OFFSETS) && field.getType() != long[].class) continue;
                field.setAccessible(true);
                return field;
            }
        }
        return null;
    }
}
