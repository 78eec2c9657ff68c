package io.foreread.it.bench.soak;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.DoubleUnaryOperator;
import org.junit.jupiter.api.Test;

class TrendTest {
    @Test
    void fitsALine() {
        Trend trend = trend(second -> 100 + second / 10);
        assertThat(trend.fromSecond()).isEqualTo(200);
        assertThat(trend.start()).isEqualTo(120, within(1e-9));
        assertThat(trend.growth()).isEqualTo(40, within(1e-9));
        assertThat(trend.uncertainty()).isEqualTo(0, within(1e-6));
        assertThat(trend.grows()).isTrue();
    }

    @Test
    void growthBelowTheBoundIsNotReported() {
        assertThat(trend(second -> 100 + second / 30).grows()).isFalse();
        assertThat(trend(second -> 100 - second / 10).grows()).isFalse();
    }

    @Test
    void theFirstThirdIsIgnored() {
        assertThat(trend(second -> second < 200 ? second : 200).grows()).isFalse();
    }

    @Test
    void noiseNeitherLooksLikeGrowthNorHidesIt() {
        Random random = new Random(1);
        assertThat(trend(second -> 100 + 30 * random.nextGaussian()).grows()).isFalse();
        assertThat(trend(second -> 100 + second / 4 + 10 * random.nextGaussian())
                        .grows())
                .isTrue();
    }

    @Test
    void theBoundOfALargeHeapIsProportionalToItsSize() {
        assertThat(trend(second -> 1000 + second / 10).grows()).isFalse();
    }

    @Test
    void twoSamplesHaveNoTrend() {
        assertThatThrownBy(() -> Trend.of(new double[] {1, 2}, new double[] {1, 2}, 1, 0))
                .isInstanceOf(IllegalArgumentException.class);
    }

    /**
     * The trend of ten minutes with a sample every ten seconds. The heap may grow by 16 MB or 5 %, whichever is more.
     */
    private static Trend trend(DoubleUnaryOperator value) {
        return Trend.of(Resource.HEAP, samples(value));
    }

    static List<Sample> samples(DoubleUnaryOperator value) {
        List<Sample> samples = new ArrayList<>();
        for (int second = 0; second <= 600; second += 10) {
            Map<Resource, Double> values = new EnumMap<>(Resource.class);
            for (Resource resource : Resource.values()) values.put(resource, value.applyAsDouble(second));
            samples.add(new Sample(second, values));
        }
        return samples;
    }
}
