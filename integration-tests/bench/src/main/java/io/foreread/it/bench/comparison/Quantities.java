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
        for (Comparison comparison : comparisons)
            estimate(turns, comparison).ifPresent(estimate -> add(table, comparison, estimate));
        return table.text();
    }

    /** Returns an empty Optional if no round has all contenders of the comparison. */
    public Optional<Estimate> estimate(List<T> turns, Comparison comparison) {
        ToDoubleFunction<T> value = values.get(comparison.quantity());
        if (value == null) throw new IllegalArgumentException("there is no quantity '" + comparison.quantity() + "'");
        return comparison.estimate(turns, value);
    }

    private static void add(MarkdownTable table, Comparison comparison, Estimate estimate) {
        Goal goal = comparison.goal();
        table.row(
                comparison.quantity(),
                comparison.contenders(),
                estimate.words(),
                estimate.count(),
                goal == null ? "" : goal.words(),
                goal == null ? "" : goal.marginWords(),
                goal == null ? "" : goal.judge(estimate).words());
    }
}
