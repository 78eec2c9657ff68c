package io.foreread.exporter.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import com.codahale.metrics.Snapshot;
import com.codahale.metrics.UniformReservoir;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class LatencyHistogramTest {
    static Stream<CassandraReservoir> lines() {
        return Stream.of(CassandraReservoir.of311(), CassandraReservoir.of40(), CassandraReservoir.of41());
    }

    @ParameterizedTest
    @MethodSource("lines")
    void boundsAreSecondsFromATenthOfAMillisecondToHalfAMinute(CassandraReservoir reservoir) {
        double[] bounds = histogram(reservoir.getSnapshot()).upperBounds();
        assertThat(bounds).hasSize(18).isSorted().doesNotHaveDuplicates();
        assertThat(bounds[0]).isBetween(0.0001, 0.00012);
        assertThat(bounds[16]).isBetween(30.0, 36.0);
        assertThat(bounds[17]).isInfinite();
    }

    @ParameterizedTest
    @MethodSource("lines")
    void everyValueIsCountedAtOrBelowItsBoundAndNowhereElse(CassandraReservoir reservoir) {
        double[] bounds = histogram(reservoir.getSnapshot()).upperBounds();
        long[] expected = new long[bounds.length];
        for (int i = 0; i < 20_000; i++) {
            long micros = (long) Math.pow(10, ThreadLocalRandom.current().nextDouble(0, 8));
            reservoir.update(micros * 1000);
            for (int bound = 0; bound < bounds.length; bound++) if (micros / 1e6 <= bounds[bound]) expected[bound]++;
        }
        Snapshot snapshot = reservoir.getSnapshot();
        assertThat(histogram(snapshot).cumulativeCounts(snapshot.getValues())).isEqualTo(expected);
    }

    @ParameterizedTest
    @MethodSource("lines")
    void aValueBeyondAllBoundsIsInTheLastBucketOnly(CassandraReservoir reservoir) {
        reservoir.update(Long.MAX_VALUE);
        Snapshot snapshot = reservoir.getSnapshot();
        long[] counts = histogram(snapshot).cumulativeCounts(snapshot.getValues());
        assertThat(counts[16]).isZero();
        assertThat(counts[17]).isEqualTo(1);
    }

    @ParameterizedTest
    @MethodSource("lines")
    void anEstimatedSumIsAtMostAFifthTooMuch(CassandraReservoir reservoir) {
        for (int i = 0; i < 1000; i++) reservoir.update(1_000_000L + i * 1_000_000L);
        Snapshot snapshot = reservoir.getSnapshot();
        assertThat(histogram(snapshot).estimatedSum(snapshot.getValues())).isBetween(500.5, 600.6);
    }

    @Test
    void boundsReadAsTheNativeOnes() {
        assertThat(histogram(CassandraReservoir.of41().getSnapshot()).upperBounds()[0])
                .isEqualTo(0.000103, within(0.0));
    }

    @Test
    void aReservoirThatKeepsSamplesIsRefused() {
        Snapshot samples = new UniformReservoir().getSnapshot();
        assertThatThrownBy(() -> LatencyHistogram.of(samples, 128))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("UniformSnapshot");
    }

    @Test
    void countsThatDoNotFitTheBoundsAreRefused() {
        Snapshot snapshot = CassandraReservoir.of41().getSnapshot();
        assertThatThrownBy(() -> LatencyHistogram.of(snapshot, 127)).isInstanceOf(IllegalArgumentException.class);
    }

    private static LatencyHistogram histogram(Snapshot snapshot) {
        return LatencyHistogram.of(snapshot, snapshot.getValues().length);
    }
}
