package io.foreread.it.bench.comparison;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class QuantitiesTest {
    private record Speed(int round, String contender, double value) implements Turn {}

    private static final Quantities<Speed> QUANTITIES = new Quantities<>(Map.of("speed", Speed::value));

    @Test
    void ratiosAreThoseWithinARound() {
        List<Speed> turns = List.of(
                new Speed(1, "a", 20),
                new Speed(1, "b", 2),
                new Speed(2, "b", 4),
                new Speed(2, "a", 40),
                // The turn of b failed.
                new Speed(3, "a", 999));

        assertThat(QUANTITIES
                        .table(turns, List.of(new Comparison("speed", "a", "b", Goal.atLeast(10))))
                        .lines())
                .last()
                .isEqualTo("| speed | a / b | 10.0 (10.0 to 10.0) | 2 | >= 10.0 | 5 %: >= 9.50 | met |");
    }

    @Test
    void aQuantityWithoutAReferenceIsNotDivided() {
        List<Speed> turns = List.of(new Speed(1, "a", 3), new Speed(2, "a", 3));

        assertThat(QUANTITIES
                        .table(turns, List.of(new Comparison("speed", "a", null, null)))
                        .lines())
                .last()
                .isEqualTo("| speed | a | 3.00 (3.00 to 3.00) | 2 | | | |");
    }

    @Test
    void aComparisonWithoutACommonRoundIsOmitted() {
        List<Speed> turns = List.of(new Speed(1, "a", 20), new Speed(2, "b", 2));

        assertThat(QUANTITIES.table(turns, List.of(new Comparison("speed", "a", "b", null))))
                .isEmpty();
    }

    @Test
    void anUnknownQuantityIsReported() {
        assertThatThrownBy(() -> QUANTITIES.table(List.of(), List.of(new Comparison("weight", "a", null, null))))
                .hasMessage("there is no quantity 'weight'");
    }
}
