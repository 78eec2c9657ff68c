package io.foreread.exporter.cassandra;

import com.codahale.metrics.Reservoir;
import com.codahale.metrics.Snapshot;
import java.io.OutputStream;
import java.util.function.LongUnaryOperator;

/**
 * A test double of Cassandra's reservoir: each bound is 1.2 times the previous one, counts do not decay. The bounds are
 * in a field of the snapshot or, as in 3.11, of the reservoir.
 */
final class CassandraReservoir implements Reservoir {
    private final long[] bucketOffsets;
    private final long[] buckets;
    private final LongUnaryOperator unit;
    private final boolean snapshotHasOffsets;
    private final double maxQuantile;

    private CassandraReservoir(int bucketCount, LongUnaryOperator unit, boolean snapshotHasOffsets) {
        this(bucketCount, unit, snapshotHasOffsets, 1000);
    }

    private CassandraReservoir(
            int bucketCount, LongUnaryOperator unit, boolean snapshotHasOffsets, double maxQuantile) {
        this.bucketOffsets = offsets(bucketCount);
        this.buckets = new long[bucketCount + 1];
        this.unit = unit;
        this.snapshotHasOffsets = snapshotHasOffsets;
        this.maxQuantile = maxQuantile;
    }

    static CassandraReservoir of311() {
        return new CassandraReservoir(164, nanos -> nanos, false);
    }

    static CassandraReservoir of40() {
        return new CassandraReservoir(164, nanos -> nanos, true);
    }

    static CassandraReservoir of41() {
        return new CassandraReservoir(127, nanos -> nanos / 1000, true);
    }

    /** Like {@link #of41}, but long after the last value, when percentiles and mean have decayed to zero. */
    static CassandraReservoir faded() {
        return new CassandraReservoir(127, nanos -> nanos / 1000, true, 0);
    }

    long[] bucketOffsets() {
        return bucketOffsets;
    }

    static long[] offsets(int count) {
        long[] offsets = new long[count];
        offsets[0] = 1;
        for (int i = 1; i < count; i++) offsets[i] = Math.max(offsets[i - 1] + 1, Math.round(offsets[i - 1] * 1.2));
        return offsets;
    }

    @Override
    public int size() {
        return buckets.length;
    }

    @Override
    public void update(long nanos) {
        long value = unit.applyAsLong(nanos);
        int bucket = 0;
        while (bucket < bucketOffsets.length && bucketOffsets[bucket] < value) bucket++;
        buckets[bucket]++;
    }

    @Override
    public Snapshot getSnapshot() {
        return snapshotHasOffsets ? new SnapshotWithOffsets(bucketOffsets, buckets, maxQuantile) : new InnerSnapshot();
    }

    /** The snapshot from 4.0 on. */
    private static final class SnapshotWithOffsets extends CountsSnapshot {
        @SuppressWarnings("unused") // read by reflection
        private final long[] bucketOffsets;

        SnapshotWithOffsets(long[] bucketOffsets, long[] buckets, double maxQuantile) {
            super(buckets.clone(), maxQuantile);
            this.bucketOffsets = bucketOffsets;
        }
    }

    /** The snapshot of 3.11. */
    @SuppressWarnings("ClassCanBeStatic") // the bounds are read from the outer instance by reflection
    private final class InnerSnapshot extends CountsSnapshot {
        InnerSnapshot() {
            super(buckets.clone(), maxQuantile);
        }

        @Override
        public int size() {
            return bucketOffsets.length;
        }
    }

    private abstract static class CountsSnapshot extends Snapshot {
        private final long[] values;
        private final double maxQuantile;

        CountsSnapshot(long[] values, double maxQuantile) {
            this.values = values;
            this.maxQuantile = maxQuantile;
        }

        @Override
        public long[] getValues() {
            return values;
        }

        @Override
        public int size() {
            return values.length;
        }

        @Override
        public double getValue(double quantile) {
            return maxQuantile * quantile;
        }

        @Override
        public long getMax() {
            throw new AssertionError("must not be read, because it decays");
        }

        @Override
        public double getMean() {
            return 0.4 * maxQuantile;
        }

        @Override
        public long getMin() {
            throw new AssertionError("must not be read, because it decays");
        }

        @Override
        public double getStdDev() {
            throw new AssertionError("must not be read, because it decays");
        }

        @Override
        public void dump(OutputStream output) {
            throw new AssertionError("must not be read, because it decays");
        }
    }
}
