package io.foreread.exporter.source;

import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

/**
 * Computes the bounds of Cassandra's EstimatedHistogram from the number of counts: 1, 2, 3 ..., each 1.2 times the
 * previous one, rounded, and at least one more.
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
     * @return inclusive upper bounds, ascending, one fewer than the counts. Must not be modified.
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
