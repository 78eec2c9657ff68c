package io.foreread.it.bench.comparison;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.ToDoubleFunction;

/**
 * The quantities of a benchmark that can be compared, by name, and the table of comparisons.
 *
 * @param <T> the measurements of one contender in one round
 */
public record Quantities<T extends Turn>(Map<String, ToDoubleFunction<T>> values) {
    private static final List<String> COLUMNS =
            List.of("quantity", "of", "median (95 % interval)", "rounds", "goal", "margin", "verdict");

    /**
     * Returns the Markdown table of all comparisons for which there are measurements. It is empty if there are none.
     *
     * @throws IllegalArgumentException if there is no quantity with the name of a comparison
     */
    public String table(List<T> turns, List<Comparison> comparisons) {
        MarkdownTable table = new MarkdownTable(COLUMNS);
        for (Measured measured : measured(turns, comparisons))
            table.row(
                    measured.quantity(),
                    measured.of(),
                    measured.words(),
                    measured.estimate().count(),
                    measured.goalWords(),
                    measured.marginWords(),
                    measured.verdictWords());
        return table.text();
    }

    /**
     * Returns all comparisons for which there are measurements.
     *
     * @throws IllegalArgumentException if there is no quantity with the name of a comparison
     */
    public List<Measured> measured(List<T> turns, List<Comparison> comparisons) {
        return comparisons.stream()
                .flatMap(comparison -> measured(turns, comparison).stream())
                .toList();
    }

    private Optional<Measured> measured(List<T> turns, Comparison comparison) {
        ToDoubleFunction<T> value = values.get(comparison.quantity());
        if (value == null) throw new IllegalArgumentException("there is no quantity '" + comparison.quantity() + "'");
        return comparison
                .estimate(turns, value)
                .map(estimate -> new Measured(
                        comparison.quantity(),
                        comparison.contenders(),
                        estimate,
                        comparison.goal(),
                        turns.stream().filter(comparison::has).allMatch(turn -> turn.failedRequests() == 0)));
    }
}
