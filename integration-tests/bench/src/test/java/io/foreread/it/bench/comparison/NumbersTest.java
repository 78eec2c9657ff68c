package io.foreread.it.bench.comparison;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class NumbersTest {
    @Test
    void theMedianOfAnEvenNumberOfValuesIsTheMeanOfTheMiddleTwo() {
        assertThat(Numbers.median(new double[] {9, 1, 2})).isEqualTo(2);
        assertThat(Numbers.median(new double[] {9, 1, 2, 4})).isEqualTo(3);
    }

    @Test
    void onePercentIsAboveTheP99() {
        double[] values = IntStream.rangeClosed(1, 200).asDoubleStream().toArray();

        assertThat(Numbers.quantile(values, 0.99)).isEqualTo(198);
        assertThat(Numbers.quantile(new double[] {7}, 0.99)).isEqualTo(7);
        assertThat(Numbers.quantile(new double[0], 0.99)).isZero();
    }
}
