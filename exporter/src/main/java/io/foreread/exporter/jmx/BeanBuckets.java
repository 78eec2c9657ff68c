package io.foreread.exporter.jmx;

import io.foreread.exporter.source.EstimatedBuckets;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Derives the bucket bounds of a histogram from its number of bucket counts, because JMX does not expose the bounds.
 * All releases compute the bounds in the same way. There are 164 bounds, or 127 for timers in microseconds from 4.1 on,
 * plus a bound for zero in some histograms.
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
     * @param values the result of the MBean's operation {@code values()}
     * @param count the number of recorded values just before {@code values()} was called
     * @return null if the values are not bucket counts: other reservoirs return a sample of the recorded values
     */
    static long @Nullable [] offsets(long[] values, long count) {
        long[] offsets = BY_COUNTS.get(values.length);
        // The sample of another reservoir has one element per recorded value, up to a limit.
        return offsets == null || (values.length == count && total(values) != count) ? null : offsets;
    }

    static long total(long[] values) {
        long total = 0;
        for (long value : values) total += value;
        return total;
    }
}
