package io.foreread.it.bench.comparison;

import java.util.List;
import java.util.Optional;
import java.util.function.ToDoubleFunction;
import java.util.stream.DoubleStream;
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
                .flatMapToDouble(turn -> reference == null
                        ? DoubleStream.of(value.applyAsDouble(turn))
                        : of(turns, reference)
                                .filter(other -> other.round() == turn.round())
                                .mapToDouble(other -> value.applyAsDouble(turn) / value.applyAsDouble(other)))
                .toArray();
        if (own.length == 0) return Optional.empty();
        return Optional.of(reference == null ? Estimate.ofValues(own) : Estimate.ofRatios(own));
    }

    private static <T extends Turn> Stream<T> of(List<T> turns, String contender) {
        return turns.stream().filter(turn -> turn.contender().equals(contender));
    }

    /** Whether the turn is of one of the compared contenders. */
    boolean has(Turn turn) {
        return turn.contender().equals(contender) || turn.contender().equals(reference);
    }

    /** The contenders, as in {@code 4.1-foreread / 4.1-stock-mmap}. */
    String contenders() {
        return reference == null ? contender : contender + " / " + reference;
    }
}
