package io.foreread.it.bench.comparison;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Random;
import org.junit.jupiter.api.Test;

class EstimateTest {
    /** The mean of 1 to 5 is 3, the standard error is sqrt(2.5 / 5), and t of 4 degrees of freedom is 2.776. */
    @Test
    void theIntervalOfValuesIsThatOfStudentsTDistribution() {
        Estimate estimate = Estimate.ofValues(new double[] {5, 1, 4, 2, 3});

        assertThat(estimate.count()).isEqualTo(5);
        assertThat(estimate.median()).isEqualTo(3);
        assertThat(estimate.low()).isEqualTo(3 - 2.776445 * Math.sqrt(0.5), within(1e-5));
        assertThat(estimate.high()).isEqualTo(3 + 2.776445 * Math.sqrt(0.5), within(1e-5));
    }

    /** The logarithms to the base 2 are 0, 1 and 2: their standard error is sqrt(1 / 3), and t is 4.303. */
    @Test
    void theIntervalOfRatiosIsThatOfTheirLogarithms() {
        Estimate estimate = Estimate.ofRatios(new double[] {1, 2, 4});

        double half = 4.302653 * Math.sqrt(1 / 3.0);
        assertThat(estimate.median()).isEqualTo(2);
        assertThat(estimate.low()).isEqualTo(Math.pow(2, 1 - half), within(1e-5));
        assertThat(estimate.high()).isEqualTo(Math.pow(2, 1 + half), within(1e-5));
    }

    @Test
    void theInverseRatiosHaveTheInverseInterval() {
        Estimate ratio = Estimate.ofRatios(new double[] {1.1, 1.3, 1.2});
        Estimate inverse = Estimate.ofRatios(new double[] {1 / 1.1, 1 / 1.3, 1 / 1.2});

        assertThat(inverse.low()).isEqualTo(1 / ratio.high(), within(1e-9));
        assertThat(inverse.high()).isEqualTo(1 / ratio.low(), within(1e-9));
    }

    @Test
    void about95PercentOfTheIntervalsContainTheTrueRatio() {
        Random random = new Random(1);
        int contained = 0;
        for (int i = 0; i < 2000; i++) {
            double[] ratios = new double[5];
            for (int j = 0; j < ratios.length; j++) ratios[j] = Math.exp(0.5 + 0.1 * random.nextGaussian());
            Estimate estimate = Estimate.ofRatios(ratios);
            if (estimate.low() <= Math.exp(0.5) && Math.exp(0.5) <= estimate.high()) contained++;
        }
        assertThat(contained).isBetween(1870, 1930);
    }

    @Test
    void equalValuesHaveAnIntervalOfOnePoint() {
        assertThat(Estimate.ofRatios(new double[] {2, 2, 2})).isEqualTo(new Estimate(3, 2, 2, 2));
    }

    @Test
    void anIntervalContainsTheMedian() {
        double[] values = new double[40];
        for (int i = 0; i < 10; i++) values[i] = 100;

        assertThat(Estimate.ofValues(values).low()).isZero();
    }

    @Test
    void oneRoundHasNoInterval() {
        Estimate estimate = Estimate.ofRatios(new double[] {20.54});

        assertThat(estimate.hasInterval()).isFalse();
        assertThat(estimate.words()).isEqualTo("20.5 (no interval)");
    }

    @Test
    void ratiosWithZeroHaveNoInterval() {
        assertThat(Estimate.ofRatios(new double[] {0, 1, 2}).hasInterval()).isFalse();
        assertThat(Estimate.ofRatios(new double[] {1, 1 / 0.0}).hasInterval()).isFalse();
        assertThat(Estimate.ofRatios(new double[] {1, 0 / 0.0}).hasInterval()).isFalse();
    }

    @Test
    void wordsHaveThreeSignificantDigits() {
        assertThat(new Estimate(5, 1234.4, 99.94, 0.994).words()).isEqualTo("1,234 (99.9 to 0.99)");
    }
}
