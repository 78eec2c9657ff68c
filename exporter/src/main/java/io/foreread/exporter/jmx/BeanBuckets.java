package io.foreread.exporter.jmx;

import io.foreread.exporter.source.EstimatedBuckets;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The bounds that go with the counts of a histogram, which JMX does not expose: every release makes them by one rule and
 * has 164 or, from 4.1 on for timers in microseconds, 127 of them, with or without one for zero.
 */
final class BeanBuckets {
    private static final Map<Integer, long[]> BY_COUNTS = new HashMap<>();

    static {
        for (int bounds : new int[] {164, 127}) {
            long[] offsets = EstimatedBuckets.offsets(bounds + 1);
            long[] withZero = new long[bounds + 1];
            System.arraycopy(offsets, 0, withZero, 1, bounds);
            BY_COUNTS.put(offsets.length + 1, offsets);
            BY_COUNTS.put(withZero.length + 1, withZero);
        }
    }

    private BeanBuckets() {}

    /**
     * @param values what the bean's {@code values()} returned
     * @param count what it had counted just before
     * @return null if they are no counts of buckets that we know: other reservoirs return a sample of the values
     */
    static long @Nullable [] offsets(long[] values, long count) {
        long[] offsets = BY_COUNTS.get(values.length);
        // A sample has as many values as there were, up to a limit.
        return offsets == null || (values.length == count && total(values) != count) ? null : offsets;
    }

    static long total(long[] values) {
        long total = 0;
        for (long value : values) total += value;
        return total;
    }
}
