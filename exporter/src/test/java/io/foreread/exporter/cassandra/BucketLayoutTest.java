package io.foreread.exporter.cassandra;

import static org.assertj.core.api.Assertions.assertThat;

import io.foreread.exporter.catalog.Metric;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class BucketLayoutTest {
    private static final double[] SECONDS = {
        0.0001,
        0.00025,
        0.0005,
        0.001,
        0.0025,
        0.005,
        0.01,
        0.025,
        0.05,
        0.1,
        0.25,
        0.5,
        1,
        2.5,
        5,
        10,
        30,
        Double.POSITIVE_INFINITY
    };

    static Stream<CassandraReservoir> lines() {
        return Stream.of(CassandraReservoir.of311(), CassandraReservoir.of40(), CassandraReservoir.of41());
    }

    @ParameterizedTest
    @MethodSource("lines")
    void boundsOfTimersAreTheSameOnEveryRelease(CassandraReservoir reservoir) {
        assertThat(bounds(layout(reservoir))).containsExactly(SECONDS);
    }

    @ParameterizedTest
    @MethodSource("lines")
    void countAtEachBoundIsBetweenTheExactCountsAtTheBoundDividedAndMultipliedBy1Point2(CassandraReservoir reservoir) {
        long[] micros = new Random(20261124)
                .doubles(20_000, 0, 8.5)
                .mapToLong(power -> (long) Math.pow(10, power))
                .toArray();
        for (long value : micros) reservoir.update(value * 1000);
        long[] counts = cumulated(reservoir);
        for (int i = 0; i < SECONDS.length; i++)
            assertThat(counts[i])
                    .as("count at " + SECONDS[i])
                    .isBetween(atMost(micros, SECONDS[i] / 1.2), atMost(micros, SECONDS[i] * 1.2));
        assertThat(counts[SECONDS.length - 1]).isEqualTo(micros.length);
        assertThat(counts).isSorted();
    }

    private static long atMost(long[] micros, double seconds) {
        return Arrays.stream(micros).filter(value -> value / 1e6 <= seconds).count();
    }

    /** Distributions of Cassandra have 90 to 165 buckets, depending on the release and the metric. */
    @ParameterizedTest
    @ValueSource(ints = {90, 127, 150, 155, 164, 165})
    void boundsDoNotDependOnTheNumberOfNativeBuckets(int buckets) {
        long[] offsets = CassandraReservoir.offsets(buckets);
        long[] usual = CassandraReservoir.offsets(164);
        for (Metric.Unit unit : List.of(Metric.Unit.SECONDS, Metric.Unit.BYTES, Metric.Unit.NONE))
            assertThat(bounds(new BucketLayout(offsets, 1, unit)))
                    .containsExactly(bounds(new BucketLayout(usual, 1, unit)));
    }

    /** Each native bucket holds one value, its bound, so that the count at a bound identifies the native bound. */
    @ParameterizedTest
    @CsvSource({"SECONDS, 1e-9", "SECONDS, 1e-6", "BYTES, 1", "NONE, 1"})
    void exportedCountIsTheCountAtTheNearestNativeBound(Metric.Unit unit, double scale) {
        long[] offsets = CassandraReservoir.offsets(164);
        BucketLayout layout = new BucketLayout(offsets, scale, unit);
        double[] bounds = bounds(layout);
        long[] cumulative = cumulated(layout, oneValuePerBucket(offsets));
        for (int i = 0; i < bounds.length - 1; i++) {
            double ratio = offsets[(int) cumulative[i] - 1] * scale / bounds[i];
            assertThat(ratio).as("native bound of " + bounds[i]).isBetween(1 / 1.1, 1.1);
        }
    }

    @Test
    void countsOfSmallValuesAreExact() {
        long[] withZero = LongStream.concat(LongStream.of(0), LongStream.of(CassandraReservoir.offsets(164)))
                .toArray();
        long[] counts = new long[withZero.length + 1];
        for (int i = 0; i < 9; i++) counts[i] = 1L << i; // each value v from 0 to 8 occurs 2^v times
        BucketLayout layout = new BucketLayout(withZero, 1, Metric.Unit.NONE);
        assertThat(bounds(layout)).startsWith(0, 1, 2, 5, 10);
        assertThat(cumulated(layout, counts)).startsWith(0b1, 0b11, 0b111, 0b111111, 0b111111111);
    }

    /** The values are whole milliseconds, so the count at 0.5 ms is zero, and the count at 2.5 ms is the count at 2 ms. */
    @Test
    void boundBetweenTwoIntegersHasTheCountAtTheLowerInteger() {
        long[] offsets = CassandraReservoir.offsets(164);
        long[] counts = new long[165];
        for (int i = 0; i < 8; i++) counts[i] = 1; // 1 to 8 ms
        BucketLayout layout = new BucketLayout(offsets, 1e-3, Metric.Unit.SECONDS);
        assertThat(bounds(layout)).containsExactly(SECONDS);
        assertThat(cumulated(layout, counts)).startsWith(0, 0, 0, 1, 2, 5, 8);
    }

    /** The quotient of 0.25 and 1e-9 is less than 250 million as a double. */
    @Test
    void boundThatIsANativeBoundHasTheCountAtThisBound() {
        long[] offsets = {249_999_999, 250_000_000, 250_000_001};
        long[] counts = {1, 1, 1, 1};
        assertThat(cumulated(new BucketLayout(offsets, 1e-9, Metric.Unit.SECONDS), counts))
                .containsExactly(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2, 3, 3, 3, 3, 3, 3, 4);
    }

    /** The count at the bound 64 is 1 for the lower native bound and 2 for the higher one. */
    @ParameterizedTest
    @CsvSource({"32, 127, 2", "32, 128, 1", "33, 128, 1"})
    void nearestNativeBoundIsThatOfTheSmallerRatio(long lower, long higher, long count) {
        BucketLayout layout = new BucketLayout(new long[] {lower, higher}, 1, Metric.Unit.BYTES);
        assertThat(cumulated(layout, new long[] {1, 1, 0})).startsWith(count);
    }

    @Test
    void helpStatesTheError() {
        assertThat(BucketLayout.help("Latency of reads."))
                .isEqualTo("Latency of reads; the count at each bound is the exact count at a bound at"
                        + " most 1.2 times higher or lower.");
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
        assertThat(layout(reservoir).estimatedSum(buckets(reservoir).counts())).isBetween(500.5, 600.6);
    }

    @Test
    void boundsAreDecimalNumbers() {
        assertThat(text(layout(CassandraReservoir.of41())))
                .startsWith("le=\"0.0001\"", "le=\"0.00025\"")
                .endsWith("le=\"10.0\"", "le=\"30.0\"", "le=\"+Inf\"");
    }

    @Test
    void countsAndBytesHaveTheirOwnBounds() {
        long[] offsets = CassandraReservoir.offsets(164);
        assertThat(bounds(new BucketLayout(offsets, 1, Metric.Unit.NONE))).startsWith(1, 2, 5, 10, 25);
        assertThat(bounds(new BucketLayout(offsets, 1, Metric.Unit.BYTES))).startsWith(64, 256, 1024);
    }

    @Test
    void durationsInDaysHaveBoundsFromADayToAYear() {
        long[] offsets = CassandraReservoir.offsets(127);
        BucketLayout layout = new BucketLayout(offsets, 86_400, Metric.Unit.SECONDS);
        assertThat(bounds(layout)).startsWith(86_400, 604_800).endsWith(31_536_000, Double.POSITIVE_INFINITY);
        long[] counts = oneValuePerBucket(offsets);
        assertThat(cumulated(layout, counts)).startsWith(1, 7).endsWith(127);
        Arrays.fill(counts, 0);
        counts[6] = 2;
        assertThat(layout.estimatedSum(counts)).as("two values of seven days").isEqualTo(2 * 604_800);
    }

    private static BucketLayout layout(CassandraReservoir reservoir) {
        return new BucketLayouts().of(buckets(reservoir), true, 1, Metric.Unit.SECONDS);
    }

    private static long[] cumulated(CassandraReservoir reservoir) {
        return cumulated(layout(reservoir), buckets(reservoir).counts());
    }

    private static long[] cumulated(BucketLayout layout, long[] counts) {
        long[] cumulative = new long[layout.bounds().length];
        layout.cumulate(counts, cumulative);
        return cumulative;
    }

    /** Returns the counts of a distribution in which each bound occurs once. */
    private static long[] oneValuePerBucket(long[] offsets) {
        long[] counts = new long[offsets.length + 1];
        Arrays.fill(counts, 0, offsets.length, 1);
        return counts;
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

    private static BucketCounts buckets(CassandraReservoir reservoir) {
        return new BucketCounts(
                reservoir.bucketOffsets(), reservoir.getSnapshot().getValues());
    }
}
