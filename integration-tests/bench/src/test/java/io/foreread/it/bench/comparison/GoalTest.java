package io.foreread.it.bench.comparison;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class GoalTest {
    /** The margin of 5 % of 10 permits intervals down to 9.5. */
    @ParameterizedTest
    @CsvSource({
        "10,    9.5,  99, MET",
        "10,    9.49, 99, UNDECIDED",
        "9.999, 9.99, 99, NOT_MET",
        "9.999, 9.5,  99, NOT_MET",
        "20,    -Infinity, Infinity, UNDECIDED",
        "5,     -Infinity, Infinity, NOT_MET",
        "NaN,   -Infinity, Infinity, UNDECIDED",
    })
    void aMinimumIsJudgedByTheMedianAndTheLowerEnd(double median, double low, double high, GoalVerdict verdict) {
        assertThat(Goal.atLeast(10).judge(new Estimate(5, median, low, high))).isEqualTo(verdict);
    }

    /** The margin of 20 % of 0.5 permits intervals up to 0.6. */
    @ParameterizedTest
    @CsvSource({
        "0.5,   0, 0.6,      MET",
        "0.5,   0, 0.6001,   UNDECIDED",
        "0.501, 0, 0.55,     NOT_MET",
        "0.3,   0, Infinity, UNDECIDED",
    })
    void aMaximumIsJudgedByTheMedianAndTheUpperEnd(double median, double low, double high, GoalVerdict verdict) {
        assertThat(new Goal(false, 0.5, 20).judge(new Estimate(5, median, low, high)))
                .isEqualTo(verdict);
    }

    @Test
    void wordsStateTheLimitAndTheMargin() {
        assertThat(Goal.atLeast(10).words()).isEqualTo(">= 10.0");
        assertThat(Goal.atLeast(10).marginWords()).isEqualTo("5 %: >= 9.50");
        assertThat(Goal.atMost(1.005).words()).isEqualTo("<= 1.005");
        assertThat(Goal.atMost(1 / 8.0).words()).isEqualTo("<= 0.125");
        assertThat(Goal.atMost(1 / 3.0).words()).isEqualTo("<= 0.3333");
        assertThat(Goal.EQUAL_P999.words()).isEqualTo("<= 1.10");
        assertThat(Goal.EQUAL_P999.marginWords()).isEqualTo("20 %: <= 1.32");
        assertThat(GoalVerdict.UNDECIDED.words()).isEqualTo("undecided: run more rounds");
    }
}
