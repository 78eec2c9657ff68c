package io.foreread.it.bench.comparison;

import java.util.List;
import java.util.Optional;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A quantity of a contender, or its ratio to that of another contender. The comparisons of a run are part of its results,
 * so that later changes of goals do not change the verdict of an earlier run.
 *
 * @param quantity a key of {@link Quantities}, such as {@code throughput}
 * @param reference the other contender; null for the quantity itself
 * @param goal null for a comparison without a goal
 */
public record Comparison(String quantity, String contender, @Nullable String reference, @Nullable Goal goal) {
    /**
     * Estimates the quantity or the ratio. Ratios are those within each round that has both contenders.
     *
     * @return empty if no round has all contenders of this comparison
     */
    <T extends Turn> Optional<Estimate> estimate(List<T> turns, ToDoubleFunction<T> value) {
        double[] own = of(turns, contender)
                .filter(turn -> reference == null
                        || find(turns, reference, turn.round()).isPresent())
                .mapToDouble(turn -> reference == null
                        ? value.applyAsDouble(turn)
                        : value.applyAsDouble(turn)
                                / value.applyAsDouble(
                                        find(turns, reference, turn.round()).orElseThrow()))
                .toArray();
        if (own.length == 0) return Optional.empty();
        return Optional.of(reference == null ? Estimate.ofValues(own) : Estimate.ofRatios(own));
    }

    private static <T extends Turn> Stream<T> of(List<T> turns, String contender) {
        return turns.stream().filter(turn -> turn.contender().equals(contender));
    }

    private static <T extends Turn> Optional<T> find(List<T> turns, String contender, int round) {
        return of(turns, contender).filter(turn -> turn.round() == round).findFirst();
    }

    /** The contenders, as in {@code 4.1-foreread / 4.1-stock-mmap}. */
    String contenders() {
        return reference == null ? contender : contender + " / " + reference;
    }
}
