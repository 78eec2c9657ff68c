package io.foreread.exporter.recorder;

import java.util.concurrent.atomic.LongAdder;

/**
 * A histogram with fixed upper bounds. Thread-safe: a write is a binary search and two additions, without a lock or an
 * allocation.
 *
 * <p>A concurrent snapshot includes each addition once or not at all. Bucket counts and sums never decrease.
 */
public final class BucketHistogram {
    private final long[] upperBounds;
    private final LongAdder[] counts;
    private final LongAdder sum = new LongAdder();

    /** @param upperBounds inclusive upper bounds, ascending, in the unit of the recorded values */
    public BucketHistogram(long... upperBounds) {
        this.upperBounds = upperBounds.clone();
        this.counts = new LongAdder[upperBounds.length + 1];
        for (int i = 0; i < counts.length; i++) counts[i] = new LongAdder();
    }

    public void record(long value) {
        int low = 0;
        int high = upperBounds.length;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (value <= upperBounds[middle]) high = middle;
            else low = middle + 1;
        }
        counts[low].increment();
        sum.add(value);
    }

    public Snapshot snapshot() {
        long[] cumulative = new long[counts.length];
        long total = 0;
        for (int i = 0; i < counts.length; i++) {
            total += counts[i].sum();
            cumulative[i] = total;
        }
        return new Snapshot(upperBounds, cumulative, sum.sum());
    }

    /** The content of a histogram at one point in time. Immutable. */
    public static final class Snapshot {
        private final long[] upperBounds;
        private final long[] cumulativeCounts;
        private final long sum;

        Snapshot(long[] upperBounds, long[] cumulativeCounts, long sum) {
            this.upperBounds = upperBounds;
            this.cumulativeCounts = cumulativeCounts;
            this.sum = sum;
        }

        /** Number of buckets, the unbounded last one included. */
        public int bucketCount() {
            return cumulativeCounts.length;
        }

        /**
         * Inclusive upper bound of a bucket in the unit of the recorded values; {@code Long.MAX_VALUE} for the last.
         */
        public long upperBound(int bucket) {
            return bucket < upperBounds.length ? upperBounds[bucket] : Long.MAX_VALUE;
        }

        /** The number of values less than or equal to the bucket's upper bound. */
        public long cumulativeCount(int bucket) {
            return cumulativeCounts[bucket];
        }

        public long count() {
            return cumulativeCounts[cumulativeCounts.length - 1];
        }

        public long sum() {
            return sum;
        }
    }
}
