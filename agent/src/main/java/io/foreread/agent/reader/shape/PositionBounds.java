package io.foreread.agent.reader.shape;

import java.lang.reflect.Field;
import java.util.Collection;
import org.apache.cassandra.io.sstable.format.SSTableReader;
import org.jspecify.annotations.Nullable;

/** Reads {@code SSTableReader.PartitionPositionBounds}, which 3.11 does not have. Thread-safe. */
public final class PositionBounds {
    private static final @Nullable Field UPPER = upperPosition();

    private PositionBounds() {}

    /**
     * @param bounds the position bounds of a scan, in the order in which the scan reads them
     * @return the uncompressed position after each range; null if the positions are not known
     */
    public static long @Nullable [] ends(@Nullable Collection<?> bounds) {
        if (UPPER == null || bounds == null) return null;
        long[] ends = new long[bounds.size()];
        int count = 0;
        try {
            for (Object bound : bounds) ends[count++] = UPPER.getLong(bound);
        } catch (IllegalAccessException | RuntimeException e) {
            return null;
        }
        return ends;
    }

    private static @Nullable Field upperPosition() {
        try {
            return Class.forName(
                            SSTableReader.class.getName() + "$PartitionPositionBounds",
                            false,
                            SSTableReader.class.getClassLoader())
                    .getField("upperPosition");
        } catch (ReflectiveOperationException | LinkageError e) {
            return null;
        }
    }
}
