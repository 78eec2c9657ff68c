package io.foreread.exporter.cassandra;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.foreread.exporter.catalog.Metric;
import io.foreread.exporter.source.Distribution;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class BucketLayoutTest {
    static Stream<CassandraReservoir> lines() {
        return Stream.of(CassandraReservoir.of311(), CassandraReservoir.of40(), CassandraReservoir.of41());
    }

    @ParameterizedTest
    @MethodSource("lines")
    void boundsOfTimersAreFrom100MicrosecondsTo30Seconds(CassandraReservoir reservoir) {
        double[] bounds = bounds(layout(reservoir));
        assertThat(bounds).hasSize(18).isSorted().doesNotHaveDuplicates();
        assertThat(bounds[0]).isBetween(0.0001, 0.00012);
        assertThat(bounds[16]).isBetween(30.0, 36.0);
        assertThat(bounds[17]).isInfinite();
    }

    @ParameterizedTest
    @MethodSource("lines")
    void everyValueIsCountedInExactlyOneBucket(CassandraReservoir reservoir) {
        double[] bounds = bounds(layout(reservoir));
        long[] expected = new long[bounds.length];
        for (int i = 0; i < 20_000; i++) {
            long micros = (long) Math.pow(10, ThreadLocalRandom.current().nextDouble(0, 8));
            reservoir.update(micros * 1000);
            for (int bound = 0; bound < bounds.length; bound++) if (micros / 1e6 <= bounds[bound]) expected[bound]++;
        }
        assertThat(cumulated(reservoir)).isEqualTo(expected);
    }

    @ParameterizedTest
    @MethodSource("lines")
    void valueAboveAllBoundsIsInTheLastBucketOnly(CassandraReservoir reservoir) {
        reservoir.update(Long.MAX_VALUE);
        long[] counts = cumulated(reservoir);
        assertThat(counts[16]).isZero();
        assertThat(counts[17]).isEqualTo(1);
    }

    @ParameterizedTest
    @MethodSource("lines")
    void estimatedSumIsAtMost20PercentTooHigh(CassandraReservoir reservoir) {
        for (int i = 0; i < 1000; i++) reservoir.update(1_000_000L + i * 1_000_000L);
        assertThat(layout(reservoir).estimatedSum(values(reservoir).counts())).isBetween(500.5, 600.6);
    }

    @Test
    void boundsAreFormattedAsInCassandra() {
        assertThat(text(layout(CassandraReservoir.of41())))
                .startsWith("le=\"0.000103\"", "le=\"0.000258\"")
                .endsWith("le=\"+Inf\"");
    }

    @Test
    void boundsOfCountsAndBytes() {
        Distribution values = values(CassandraReservoir.of40());
        assertThat(bounds(BucketLayout.of(values, false, 1, Metric.Unit.NONE))).startsWith(1, 2, 5, 10);
        assertThat(bounds(BucketLayout.of(values, false, 1, Metric.Unit.BYTES))[0])
                .isBetween(64.0, 77.0);
    }

    @Test
    void histogramInMillisecondsIsScaledToSeconds() {
        double[] bounds = bounds(BucketLayout.of(values(CassandraReservoir.of40()), false, 1e-3, Metric.Unit.SECONDS));
        assertThat(bounds).startsWith(0.001, 0.003).isSorted();
    }

    @Test
    void distributionWithoutBucketsIsRejected() {
        assertThatThrownBy(() -> BucketLayout.of(new Values(null, new long[3]), true, 1, Metric.Unit.SECONDS))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("has no bucket counts");
    }

    @Test
    void countsThatDoNotMatchTheBoundsAreRejected() {
        assertThatThrownBy(
                        () -> BucketLayout.of(new Values(new long[] {1, 2}, new long[2]), true, 1, Metric.Unit.SECONDS))
                .isInstanceOf(IllegalArgumentException.class);
    }

    private static BucketLayout layout(CassandraReservoir reservoir) {
        return BucketLayout.of(values(reservoir), true, 1, Metric.Unit.SECONDS);
    }

    private static long[] cumulated(CassandraReservoir reservoir) {
        BucketLayout layout = layout(reservoir);
        long[] cumulative = new long[layout.bounds().length];
        layout.cumulate(values(reservoir).counts(), cumulative);
        return cumulative;
    }

    private static Stream<String> text(BucketLayout layout) {
        return Arrays.stream(layout.bounds()).map(bound -> new String(bound, StandardCharsets.US_ASCII));
    }

    private static double[] bounds(BucketLayout layout) {
        return text(layout)
                .map(bound -> bound.substring(4, bound.length() - 1))
                .mapToDouble(bound -> bound.equals("+Inf") ? Double.POSITIVE_INFINITY : Double.parseDouble(bound))
                .toArray();
    }

    private static Values values(CassandraReservoir reservoir) {
        return new Values(reservoir.bucketOffsets(), reservoir.getSnapshot().getValues());
    }

    private static final class Values implements Distribution {
        private final long[] bucketOffsets;
        private final long[] counts;

        Values(long[] bucketOffsets, long[] counts) {
            this.bucketOffsets = bucketOffsets;
            this.counts = counts;
        }

        @Override
        public long[] bucketOffsets() {
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
}
