package io.foreread.it.board;

import io.foreread.it.board.Board.Variable;
import io.foreread.it.fixture.PrometheusApi;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The values of a dashboard's variables: every value if the variable has the option All, else the first value. */
public final class ChosenValues {
    /** The name of a variable in a query. The pattern does not match {@code $1}, which is a group in label_replace. */
    private static final Pattern VARIABLE = Pattern.compile("\\$(?:\\{(\\w+)(?::\\w+)?}|([a-zA-Z_]\\w*))");
    /** The query of a variable for the values of a label: a selector and the label. */
    public static final Pattern LABEL_VALUES = Pattern.compile("label_values\\((.*),\\s*(\\w+)\\)", Pattern.DOTALL);
    /** The query of a variable for the series of an expression. The variable's regular expression selects the label. */
    public static final Pattern QUERY_RESULT = Pattern.compile("query_result\\((.*)\\)", Pattern.DOTALL);

    /** The label {@code cluster} of targets. It has no value if targets have no such label. */
    private static final String TARGET_CLUSTER = "target_cluster";

    private final PrometheusApi prometheus;
    private final Instant end;
    private final boolean everyValue;
    private final Map<String, String> values = new HashMap<>();

    /**
     * Executes the queries of the variables in order, because a query can use the variables before it.
     *
     * @param end the end of the dashboard's time range, at which Grafana evaluates {@code query_result}
     * @param everyValue whether every value is selected, even for variables without the option All
     * @throws IllegalStateException if a variable has no value
     */
    public ChosenValues(
            Board board, PrometheusApi prometheus, String rateInterval, String range, Instant end, boolean everyValue) {
        this.prometheus = prometheus;
        this.end = end;
        this.everyValue = everyValue;
        values.putAll(Map.of(
                "__rate_interval",
                rateInterval,
                "__interval",
                rateInterval,
                "__interval_ms",
                "5000",
                "__range",
                range));
        for (Variable variable : board.variables())
            if (!variable.type().equals("datasource")) values.put(variable.name(), value(board, variable));
    }

    private String value(Board board, Variable variable) {
        if (!variable.type().equals("query"))
            return variable.current().isEmpty() ? variable.query().split(",")[0] : variable.current();
        List<String> found = variable.shown(found(board, variable));
        if (found.isEmpty() && !variable.name().equals(TARGET_CLUSTER))
            throw new IllegalStateException(board + ", $" + variable.name() + " has no value");
        if (variable.includesAll() && !variable.allValue().isEmpty()) return variable.allValue();
        List<String> escaped =
                found.stream().map(one -> one.replace(".", "\\\\.")).toList();
        return everyValue || variable.includesAll() ? "(" + String.join("|", escaped) + ")" : found.get(0);
    }

    /** The values of the variable, or the series that contain them. */
    private List<String> found(Board board, Variable variable) {
        Matcher result = QUERY_RESULT.matcher(variable.query());
        if (result.matches()) return prometheus.series(in(result.group(1)), end);
        Matcher values = LABEL_VALUES.matcher(variable.query());
        if (values.matches()) return prometheus.labelValues(values.group(2), in(values.group(1)));
        throw new IllegalStateException(board + ", $" + variable.name()
                + ": the query is neither label_values(selector, label) nor query_result(expression): "
                + variable.query());
    }

    /**
     * Replaces the variables in the text by their values.
     *
     * @throws IllegalStateException if the text uses a variable that the dashboard does not have
     */
    public String in(String text) {
        return VARIABLE.matcher(text).replaceAll(match -> {
            String name = match.group(1) != null ? match.group(1) : match.group(2);
            String value = values.get(name);
            if (value == null) throw new IllegalStateException("there is no $" + name + ": " + text);
            return Matcher.quoteReplacement(value);
        });
    }
}
