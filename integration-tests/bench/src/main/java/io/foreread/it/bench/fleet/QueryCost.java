package io.foreread.it.bench.fleet;

/**
 * The cost of one query.
 *
 * @param where the dashboard, panel and query, or the rule
 * @param samples the number of samples that the query reads on the simulated fleet; a sample counts once for each step
 *     whose window contains it
 * @param scaled the samples, scaled to the fleet for which the budgets are defined
 * @param peak the maximum number of samples that the query has in memory at once on the simulated fleet
 * @param scaledPeak the peak, scaled by the same factor
 * @param series the number of series in the result
 * @param error the error of Prometheus; empty if the query succeeded
 */
public record QueryCost(
        Kind kind,
        String where,
        String expression,
        long samples,
        double scaled,
        long peak,
        double scaledPeak,
        int series,
        String error) {
    /** The origin of a query. */
    public enum Kind {
        PANEL,
        VARIABLE,
        ANNOTATION,
        RECORDING_RULE,
        ALERT
    }

    boolean isOfRule() {
        return kind == Kind.RECORDING_RULE || kind == Kind.ALERT;
    }

    boolean isAnswered() {
        return error.isEmpty();
    }
}
