package io.foreread.it.bench.fleet;

import io.foreread.it.bench.fleet.QueryCost.Kind;
import io.foreread.it.board.Board;
import io.foreread.it.board.Board.Panel;
import io.foreread.it.board.Board.Query;
import io.foreread.it.board.Board.Variable;
import io.foreread.it.board.ChosenValues;
import io.foreread.it.fixture.PrometheusApi;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Evaluates every query of dashboards and rules. */
final class FleetQueries {
    /** The time range of the panels to which the costs are scaled. */
    private static final Duration RANGE = Duration.ofHours(6);
    /** Grafana's rate interval is four scrape intervals. */
    private static final int RATE_STEPS = 4;

    private static final Pattern WORD = Pattern.compile("[a-zA-Z_:][a-zA-Z0-9_:]*");

    private final List<Board> boards = Board.all();
    private final List<Rules.Rule> rules = Rules.all();

    List<Rules.Rule> rules() {
        return rules;
    }

    /** All words of all queries. Among them are the names of all series that the queries read. */
    Set<String> words() {
        Set<String> words = new HashSet<>();
        Stream.of(
                        boards.stream()
                                .flatMap(board -> board.panels().stream())
                                .flatMap(panel -> panel.queries().stream())
                                .map(Query::expression),
                        boards.stream()
                                .flatMap(board -> board.annotations().stream())
                                .map(Query::expression),
                        boards.stream()
                                .flatMap(board -> board.variables().stream())
                                .map(Variable::query),
                        rules.stream().map(Rules.Rule::expression))
                .flatMap(expressions -> expressions)
                .forEach(expression -> {
                    Matcher word = WORD.matcher(expression);
                    while (word.find()) words.add(word.group());
                });
        return words;
    }

    List<QueryCost> measure(PrometheusApi prometheus, FleetSpec spec, int nodes, int tables) {
        Set<String> names = new HashSet<>(prometheus.labelValues("__name__", "{__name__!=\"\"}"));
        // Queries are evaluated one step before the end of the data, because some rules have no value at the end yet.
        Instant at = spec.end().minus(spec.step());
        Scale scale = new Scale(prometheus, at, names, spec, nodes, tables);
        List<QueryCost> costs = new ArrayList<>();
        for (Board board : boards) {
            ChosenValues chosen = new ChosenValues(
                    board,
                    prometheus,
                    spec.step().multipliedBy(RATE_STEPS).toSeconds() + "s",
                    spec.duration().toSeconds() + "s",
                    at,
                    false);
            for (Variable variable : board.variables())
                if (variable.type().equals("query"))
                    costs.add(variable(prometheus, board, variable, chosen, scale, at));
            for (Panel panel : board.panels())
                for (Query query : panel.queries())
                    costs.add(query(prometheus, Kind.PANEL, query, chosen, scale, spec, at));
            for (Query query : board.annotations())
                costs.add(query(prometheus, Kind.ANNOTATION, query, chosen, scale, spec, at));
        }
        // One node of each cluster has failed and has no samples at that time.
        double dead = (double) spec.nodes() / (spec.nodes() - spec.clusters());
        for (Rules.Rule rule : rules) {
            String expression = rule.expression();
            costs.add(cost(
                    rule.recording() ? Kind.RECORDING_RULE : Kind.ALERT,
                    rule.name(),
                    expression,
                    () -> prometheus.cost(expression, at),
                    () -> dead * scale.factor(expression)));
        }
        return costs;
    }

    private static QueryCost query(
            PrometheusApi prometheus,
            Kind kind,
            Query query,
            ChosenValues chosen,
            Scale scale,
            FleetSpec spec,
            Instant at) {
        String expression = chosen.in(query.expression());
        double longer = (double) RANGE.toSeconds() / spec.duration().toSeconds();
        if (query.instant()) {
            double range = query.expression().contains("$__range") ? longer : 1;
            return cost(
                    kind,
                    query.where(),
                    expression,
                    () -> prometheus.cost(expression, at),
                    () -> range * scale.factor(expression));
        }
        return cost(
                kind,
                query.where(),
                expression,
                () -> prometheus.cost(expression, spec.start(), at, spec.step()),
                () -> longer * scale.factor(expression));
    }

    /**
     * Grafana evaluates the expression of query_result. It reads label_values from the index, so the cost is the number of series
     * of the selector.
     */
    private static QueryCost variable(
            PrometheusApi prometheus, Board board, Variable variable, ChosenValues chosen, Scale scale, Instant at) {
        Matcher values = ChosenValues.LABEL_VALUES.matcher(variable.query());
        Matcher result = ChosenValues.QUERY_RESULT.matcher(variable.query());
        String where = board + ", $" + variable.name();
        if (!values.matches() && !result.matches()) throw new IllegalStateException(where);
        String expression = result.matches() ? chosen.in(result.group(1)) : "count(" + chosen.in(values.group(1)) + ")";
        return cost(
                Kind.VARIABLE,
                where,
                expression,
                () -> prometheus.cost(expression, at),
                () -> scale.factor(expression));
    }

    private interface Measured {
        PrometheusApi.Cost get();
    }

    private interface Factor {
        double get();
    }

    private static QueryCost cost(Kind kind, String where, String expression, Measured measured, Factor factor) {
        try {
            PrometheusApi.Cost cost = measured.get();
            double scale = factor.get();
            return new QueryCost(
                    kind,
                    where,
                    expression,
                    cost.samples(),
                    cost.samples() * scale,
                    cost.peakSamples(),
                    cost.peakSamples() * scale,
                    cost.series(),
                    "");
        } catch (IllegalArgumentException e) {
            return new QueryCost(kind, where, expression, 0, 0, 0, 0, 0, String.valueOf(e.getMessage()));
        }
    }
}
