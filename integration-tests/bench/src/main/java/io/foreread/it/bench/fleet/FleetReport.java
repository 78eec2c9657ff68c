package io.foreread.it.bench.fleet;

import io.foreread.it.bench.fleet.QueryCost.Kind;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;

/**
 * The table of all queries and the comparison with the budgets.
 *
 * @param costs the costs of all queries
 */
public record FleetReport(List<QueryCost> costs) {
    /** The default of {@code --query.max-samples}: Prometheus rejects a query with more samples in memory at once. */
    static final double MAX_PEAK_SAMPLES = 50e6;
    /** A limit of the cost of a query of a dashboard. Prometheus has no limit for the samples that a query reads. */
    static final double MAX_SAMPLES_PER_QUERY = 50e6;

    static final double MAX_SAMPLES_OF_RULES = 5e6;
    private static final int LARGEST = 10;

    /** Queries that Prometheus rejected. */
    public List<QueryCost> rejected() {
        return costs.stream().filter(cost -> !cost.isAnswered()).toList();
    }

    /** Queries that exceed a budget, largest first. */
    public List<QueryCost> overBudget() {
        return bySize().stream()
                .filter(cost -> cost.scaledPeak() > MAX_PEAK_SAMPLES
                        || (!cost.isOfRule() && cost.scaled() > MAX_SAMPLES_PER_QUERY))
                .toList();
    }

    /** The number of samples that one evaluation of all rules reads. */
    public double ofRules() {
        return costs.stream()
                .filter(QueryCost::isOfRule)
                .mapToDouble(QueryCost::scaled)
                .sum();
    }

    /** Names of recording rules without a result. */
    public List<String> emptyRecordingRules() {
        return costs.stream()
                .filter(cost -> cost.kind() == Kind.RECORDING_RULE && cost.series() == 0)
                .map(QueryCost::where)
                .toList();
    }

    /**
     * Panel queries without a result.
     *
     * @param board the file name of the dashboard
     */
    public List<String> emptyQueriesOf(String board) {
        return costs.stream()
                .filter(cost -> cost.kind() == Kind.PANEL && cost.series() == 0)
                .map(QueryCost::where)
                .filter(where -> where.startsWith(board))
                .toList();
    }

    public boolean isWithinBudgets() {
        return rejected().isEmpty() && overBudget().isEmpty() && ofRules() < MAX_SAMPLES_OF_RULES;
    }

    private List<QueryCost> bySize() {
        return costs.stream()
                .sorted(Comparator.comparingDouble(QueryCost::scaled).reversed())
                .toList();
    }

    /** @param target the size of the fleet to which the samples are scaled */
    public String text(String target) {
        StringBuilder text = new StringBuilder("| query | simulated samples | samples of " + target
                + " | samples in memory at once | series |\n|---|---|---|---|---|\n");
        bySize().forEach(cost -> text.append(row(cost)));
        text.append("\nLargest rules:\n\n");
        bySize().stream().filter(QueryCost::isOfRule).limit(LARGEST).forEach(cost -> text.append(row(cost)));
        text.append('\n');
        rejected().forEach(cost -> text.append("rejected: " + cost.where() + ": " + cost.error() + "\n"));
        overBudget()
                .forEach(cost -> text.append(String.format(
                        Locale.ROOT,
                        "over the budget: %s: %s, %s at once%n",
                        cost.where(),
                        millions(cost.scaled()),
                        millions(cost.scaledPeak()))));
        long empty = costs.stream()
                .filter(cost -> cost.kind() == Kind.PANEL && cost.series() == 0)
                .count();
        text.append(String.format(
                Locale.ROOT,
                "%d queries, %d rejected, %d panel queries without data. Largest: %s of at most %s samples, %s of at most %s at once. Rules: %s of at most %s per evaluation. %s%n",
                costs.size(),
                rejected().size(),
                empty,
                millions(bySize().stream()
                        .filter(cost -> !cost.isOfRule())
                        .mapToDouble(QueryCost::scaled)
                        .max()
                        .orElse(0)),
                millions(MAX_SAMPLES_PER_QUERY),
                millions(costs.stream().mapToDouble(QueryCost::scaledPeak).max().orElse(0)),
                millions(MAX_PEAK_SAMPLES),
                millions(ofRules()),
                millions(MAX_SAMPLES_OF_RULES),
                isWithinBudgets() ? "Within the budgets." : "**Not within the budgets.**"));
        return text.toString();
    }

    private static String row(QueryCost cost) {
        return String.format(
                Locale.ROOT,
                "| %s %s | %,d | %s | %s | %d |%n",
                cost.kind().name().toLowerCase(Locale.ROOT),
                cost.where(),
                cost.samples(),
                millions(cost.scaled()),
                millions(cost.scaledPeak()),
                cost.series());
    }

    private static String millions(double samples) {
        return String.format(Locale.ROOT, "%.2f M", samples / 1e6);
    }
}
