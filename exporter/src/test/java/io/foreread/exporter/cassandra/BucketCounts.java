package io.foreread.exporter.cassandra;

import io.foreread.exporter.source.Distribution;
import org.jspecify.annotations.Nullable;

/** A distribution that has only bucket counts. */
final class BucketCounts implements Distribution {
    private final long @Nullable [] bucketOffsets;
    private final long[] counts;

    BucketCounts(long @Nullable [] bucketOffsets, long[] counts) {
        this.bucketOffsets = bucketOffsets;
        this.counts = counts;
    }

    @Override
    public long @Nullable [] bucketOffsets() {
        return bucketOffsets;
    }

    @Override
    public long[] counts() {
        return counts;
    }

    @Override
    public double quantile(double quantile) {
        throw new UnsupportedOperationException();
    }

    @Override
    public double mean() {
        throw new UnsupportedOperationException();
    }
}
