package io.foreread.exporter.source;

import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

/**
 * Computes the bucket bounds of Cassandra's EstimatedHistogram from the number of its buckets. The first bounds are 1,
 * 2 and 3. Each further bound is the rounded product of the previous bound and 1.2, but at least the previous bound
 * plus 1.
 *
 * @see <a
 * href="https://github.com/apache/cassandra/blob/trunk/src/java/org/apache/cassandra/utils/EstimatedHistogram.java">
 * EstimatedHistogram.newOffsets</a>
 */
public final class EstimatedBuckets {
    private static final ConcurrentMap<Integer, long[]> KNOWN = new ConcurrentHashMap<>();

    /** The last bound is 1.8e13 (5 h in ns) or 2.1e10 (6 h in us). This threshold is between them. */
    private static final long MIN_LAST_BOUND_NANOS = 1_000_000_000_000L;

    private EstimatedBuckets() {}

    /**
     * @param counts the number of buckets, the overflow bucket included
     * @return the inclusive upper bounds in ascending order, without a bound for the overflow bucket. The array must
     *     not be modified.
     */
    public static long[] offsets(int counts) {
        return KNOWN.computeIfAbsent(counts, EstimatedBuckets::compute);
    }

    /**
     * Whether bounds are in nanoseconds, as those of timers up to 4.0. From 4.1 on, they are in microseconds. In both units, the
     * last bound is between five and six hours.
     */
    public static boolean inNanoseconds(long[] offsets) {
        return offsets[offsets.length - 1] >= MIN_LAST_BOUND_NANOS;
    }

    private static long[] compute(int counts) {
        long[] offsets = new long[counts - 1];
        long last = 0;
        for (int i = 0; i < offsets.length; i++) {
            last = Math.max(last + 1, Math.round(last * 1.2));
            offsets[i] = last;
        }
        return offsets;
    }
}
