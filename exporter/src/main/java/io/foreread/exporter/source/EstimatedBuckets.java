package io.foreread.exporter.source;

import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

/**
 * The bounds of Cassandra's EstimatedHistogram, where only the counts are known: 1, 2, 3 ... each 1.2 times the last,
 * rounded, and at least one more.
 *
 * @see <a href="https://github.com/apache/cassandra/blob/trunk/src/java/org/apache/cassandra/utils/EstimatedHistogram.java">
 *     EstimatedHistogram.newOffsets</a>
 */
public final class EstimatedBuckets {
    private static final ConcurrentMap<Integer, long[]> KNOWN = new ConcurrentHashMap<>();

    private EstimatedBuckets() {}

    /**
     * @param counts of buckets, the overflow bucket included
     * @return inclusive upper bounds, ascending, one fewer than the counts. Not to be changed.
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
