package io.foreread.it.bench.fleet;

import io.foreread.it.fixture.PrometheusApi;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Scales the samples that a query reads on the simulated fleet to a larger fleet, with these assumptions:
 *
 * <ul>
 *   <li>A selector that matches several nodes or tables matches proportionally more of them in the larger fleet.
 *   <li>A selector that matches several peers matches the maximum number of peers that a node exports.
 *   <li>A selector that matches one node still matches one.
 *   <li>A range selector finds data for its whole range, even if the range is longer than the simulated data.
 * </ul>
 *
 * <p>Each selector of a query is weighted by the number of samples that it selects.
 */
final class Scale {
    private static final Pattern SELECTOR = Pattern.compile(
            "([a-zA-Z_:][a-zA-Z0-9_:]*)?\\s*(\\{(?:[^}\"]|\"(?:[^\"\\\\]|\\\\.)*\")*\\})?\\s*(?:\\[(\\d+)([smhd])(?::(?:(\\d+)([smhd]))?)?\\])?");
    /** The default of {@code metrics.peers.max}: in larger clusters, a node exports datacenters instead of peers. */
    private static final int MAX_PEERS = 30;

    private final PrometheusApi prometheus;
    private final Instant at;
    private final Set<String> names;
    private final FleetSpec spec;
    private final double nodes;
    private final double tables;
    private final Map<String, double[]> selectors = new HashMap<>();

    /**
     * @param at the time at which series are counted
     * @param names the names of all series
     * @param nodes the number of nodes of the larger fleet
     * @param tables the number of tables of each node of the larger fleet
     */
    Scale(PrometheusApi prometheus, Instant at, Set<String> names, FleetSpec spec, int nodes, int tables) {
        this.prometheus = prometheus;
        this.at = at;
        this.names = names;
        this.spec = spec;
        this.nodes = (double) nodes / spec.nodes();
        this.tables = (double) tables / spec.tables();
    }

    /** @return the factor by which the query reads more samples in the larger fleet, for the same time range */
    double factor(String expression) {
        double before = 0;
        double after = 0;
        for (Selected one : selected(expression)) {
            double[] found = selectors.computeIfAbsent(one.selector(), this::seriesAndFactor);
            before += found[0] * one.simulatedSteps();
            after += found[0] * found[1] * one.steps();
        }
        return before > 0 ? after / before : 1;
    }

    /**
     * @param steps the samples of each series in the range
     * @param simulatedSteps the samples of each series that the simulated data has in this range
     */
    private record Selected(String selector, double steps, double simulatedSteps) {}

    private List<Selected> selected(String expression) {
        List<Selected> all = new ArrayList<>();
        Matcher matcher = SELECTOR.matcher(expression);
        while (matcher.find()) {
            String name = matcher.group(1);
            String labels = matcher.group(2);
            boolean isMetric = name != null && names.contains(name);
            if (!isMetric && (name != null || labels == null)) continue;
            String selector = (isMetric ? name : "") + (labels == null ? "" : labels);
            if (matcher.group(3) == null) {
                all.add(new Selected(selector, 1, 1));
                continue;
            }
            double window = seconds(matcher.group(3), matcher.group(4));
            double step =
                    matcher.group(5) == null ? spec.step().toSeconds() : seconds(matcher.group(5), matcher.group(6));
            all.add(new Selected(
                    selector,
                    Math.max(1, window / step),
                    Math.max(1, Math.min(window, spec.duration().toSeconds()) / step)));
        }
        return all;
    }

    private static double seconds(String number, String unit) {
        return Double.parseDouble(number) * secondsOf(unit);
    }

    private static int secondsOf(String unit) {
        return switch (unit) {
            case "s" -> 1;
            case "m" -> 60;
            case "h" -> 3600;
            default -> 86_400;
        };
    }

    /** Returns the number of series of the selector, and the factor by which the larger fleet has more of these. */
    private double[] seriesAndFactor(String selector) {
        double[] all = new double[2];
        for (String part : List.of(
                "table!=\"\"",
                "table=\"\",keyspace!=\"\"",
                "table=\"\",keyspace=\"\",peer!=\"\"",
                "table=\"\",keyspace=\"\",peer=\"\"")) {
            double[] found = seriesAndFactorOfPart(with(selector, part));
            all[0] += found[0];
            all[1] += found[0] * found[1];
        }
        return new double[] {all[0], all[0] > 0 ? all[1] / all[0] : 1};
    }

    private static String with(String selector, String matchers) {
        int brace = selector.lastIndexOf('}');
        if (brace < 0) return selector + "{" + matchers + "}";
        return selector.substring(0, brace) + (selector.charAt(brace - 1) == '{' ? "" : ",") + matchers + "}";
    }

    private double[] seriesAndFactorOfPart(String selector) {
        double series = count("count(" + selector + ")");
        double factor = 1;
        if (series > 0) {
            if (count("count(count by (instance) (" + selector + "))") > 1
                    || count("count(count by (host) (" + selector + "))") > 1) factor *= nodes;
            double ofTables = count("count(count by (keyspace, table) (" + selector + "))");
            if (count("count(count by (table) (" + selector + "))") > 1) factor *= tableFactor(ofTables, spec.tables());
            else if (ofTables > 1) factor *= tableFactor(ofTables, spec.keyspaces());
            double peers = (double) spec.nodes() / spec.clusters() - 1;
            if (count("count(count by (peer) (" + selector + "))") > 1) factor *= Math.max(1, MAX_PEERS / peers);
        }
        return new double[] {series, factor};
    }

    /**
     * Returns the factor for the tables or keyspaces that a selector matches. The larger fleet does not have more of
     * Cassandra's own tables and keyspaces.
     */
    private double tableFactor(double selected, int ofApplications) {
        double multiplied = Math.min(selected, ofApplications);
        return (selected - multiplied + multiplied * tables) / selected;
    }

    private double count(String expression) {
        return prometheus.values(expression, at).stream().findFirst().orElse(0.0);
    }
}
