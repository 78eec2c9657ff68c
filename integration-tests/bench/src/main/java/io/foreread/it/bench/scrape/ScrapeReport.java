package io.foreread.it.bench.scrape;

import io.foreread.it.bench.comparison.MarkdownTable;
import io.foreread.it.bench.laboratory.Spread;
import io.foreread.it.bench.load.LatencyPair;
import io.foreread.it.bench.load.RequestLatency;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;

/** Formats the results of {@code ./bench scrape}. Costs are medians of all scrapes of all rounds. */
final class ScrapeReport {
    private static final List<String> COST_COLUMNS = List.of(
            "Cassandra",
            "tables",
            "load",
            "exporter",
            "wall, ms",
            "CPU of the node, ms",
            "CPU of the exporter, ms",
            "CPU / Foreread default",
            "garbage, MB",
            "samples",
            "families",
            "body, kB",
            "node's cores before");
    private static final List<String> LATENCY_COLUMNS = List.of(
            "Cassandra",
            "tables",
            "exporter",
            "latency",
            "not scraped, ms",
            "scraped every second, ms",
            "ratio, median (95 % interval)",
            "windows");

    private ScrapeReport() {}

    static String costTable(ScrapeResult result) {
        MarkdownTable table = new MarkdownTable(COST_COLUMNS);
        result.groups().forEach((group, turns) -> {
            List<ScrapeTurn> defaults = ScrapeResult.of(turns, ScrapeGoals.FOREREAD_DEFAULT);
            double ours = defaults.isEmpty() ? 0 : cost(defaults, ScrapeCost::cpuMillis);
            for (String contender : ScrapeResult.contenders(turns))
                if (!contender.equals(ScrapeTurn.NONE)) addCost(table, group, ScrapeResult.of(turns, contender), ours);
        });
        return table.text();
    }

    private static void addCost(
            MarkdownTable table, ScrapeResult.Group group, List<ScrapeTurn> turns, double oursMillis) {
        table.row(
                group.cassandra(),
                number(0, group.tables()),
                group.load(),
                turns.get(0).contender(),
                number(1, cost(turns, ScrapeCost::wallMillis)),
                number(1, Math.max(0, cost(turns, ScrapeCost::nodeCpuMillis))),
                number(1, cost(turns, ScrapeCost::exporterCpuMillis)),
                oursMillis > 0 ? number(1, cost(turns, ScrapeCost::cpuMillis) / oursMillis) : "",
                number(2, Math.max(0, cost(turns, ScrapeCost::allocatedBytes)) / 1e6),
                number(0, Spread.of(turns, ScrapeTurn::samples).median()),
                number(0, Spread.of(turns, ScrapeTurn::families).median()),
                number(0, Spread.of(turns, ScrapeTurn::bodyBytes).median() / 1000),
                number(2, Spread.of(turns, ScrapeTurn::nodeCpuMillisPerSecond).median() / 1000));
    }

    private static double cost(List<ScrapeTurn> turns, ToDoubleFunction<ScrapeCost> value) {
        List<ScrapeCost> scrapes =
                turns.stream().flatMap(turn -> turn.scrapes().stream()).toList();
        return Spread.of(scrapes, value).median();
    }

    /** The effect of scrapes on the latencies of clients; empty without client load. */
    static String latencyTable(ScrapeResult result) {
        MarkdownTable table = new MarkdownTable(LATENCY_COLUMNS);
        result.groups().forEach((group, turns) -> {
            for (String contender : ScrapeResult.contenders(turns)) {
                List<LatencyPair> pairs = pairs(ScrapeResult.of(turns, contender));
                if (pairs.isEmpty()) continue;
                RequestLatency.QUANTILES.forEach((what, quantile) -> table.row(
                        group.cassandra(),
                        number(0, group.tables()),
                        contender,
                        what,
                        number(
                                2,
                                Spread.of(pairs, pair -> quantile.applyAsDouble(pair.quiet()))
                                        .median()),
                        number(
                                2,
                                Spread.of(pairs, pair -> quantile.applyAsDouble(pair.loaded()))
                                        .median()),
                        LatencyPair.ratio(pairs, quantile).words(),
                        pairs.size()));
            }
        });
        return table.text();
    }

    static List<LatencyPair> pairs(List<ScrapeTurn> turns) {
        return turns.stream().flatMap(turn -> turn.latencies().stream()).toList();
    }

    static String number(int decimals, double value) {
        return String.format(Locale.ROOT, "%,." + decimals + "f", value);
    }
}
