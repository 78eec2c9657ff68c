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

    private EstimatedBuckets() {}

    /**
     * @param counts the number of buckets, the overflow bucket included
     * @return the inclusive upper bounds in ascending order, without a bound for the overflow bucket. The array must
     *     not be modified.
     */
    public static long[] offsets(int counts) {
        return KNOWN.computeIfAbsent(counts, EstimatedBuckets::compute);
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
