package io.foreread.it.bench.fleet;

/**
 * The cost of one query.
 *
 * @param where board, panel and query, or the rule
 * @param samples on the simulated fleet
 * @param scaled to the fleet of the budget
 * @param series in the result
 * @param error of Prometheus; empty if it answered
 */
public record QueryCost(
        Kind kind, String where, String expression, long samples, double scaled, int series, String error) {
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
