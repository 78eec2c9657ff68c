package io.foreread.it.bench.scrape;

import io.foreread.it.bench.comparison.MarkdownTable;
import io.foreread.it.bench.laboratory.Spread;
import io.foreread.it.bench.load.LatencyPair;
import io.foreread.it.bench.load.RequestLatency;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;

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
    /** Results of earlier runs do not have this value. */
    private static final String INTERVAL_COLUMN = "CPU in " + ScrapeInterval.SECONDS + " s with one scrape, ms";

    private static final List<String> LATENCY_COLUMNS = List.of(
            "Cassandra",
            "tables",
            "exporter",
            "latency",
            "control, ms",
            "scraped every second, ms",
            "ratio, median (95 % interval)",
            "windows");

    private ScrapeReport() {}

    static String costTable(ScrapeResult result) {
        boolean hasIntervals = result.turns().stream().anyMatch(turn -> turn.intervalCpuMillis() != null);
        MarkdownTable table = new MarkdownTable(
                hasIntervals
                        ? Stream.concat(COST_COLUMNS.stream(), Stream.of(INTERVAL_COLUMN))
                                .toList()
                        : COST_COLUMNS);
        result.groups().forEach((group, turns) -> {
            List<ScrapeTurn> defaults = ScrapeResult.of(turns, ScrapeGoals.FOREREAD_DEFAULT);
            for (String contender : ScrapeResult.contenders(turns)) {
                if (contender.equals(ScrapeTurn.NONE)) continue;
                List<ScrapeTurn> own = ScrapeResult.of(turns, contender);
                List<Object> cells = new ArrayList<>(costs(group, own, ratio(own, defaults)));
                if (hasIntervals) cells.add(interval(own));
                table.row(cells.toArray());
            }
        });
        return table.text();
    }

    /** The ratio of the CPU time of a scrape to that of Foreread, and that of the samples if the exporters differ in these. */
    private static String ratio(List<ScrapeTurn> turns, List<ScrapeTurn> defaults) {
        if (defaults.isEmpty() || cost(defaults, ScrapeCost::cpuMillis) <= 0) return "";
        String cpu = number(1, cost(turns, ScrapeCost::cpuMillis) / cost(defaults, ScrapeCost::cpuMillis));
        String samples = number(2, samples(turns) / samples(defaults));
        return samples.equals("1.00") ? cpu : cpu + " with " + samples + " times the samples";
    }

    private static String interval(List<ScrapeTurn> turns) {
        List<Double> millis = turns.stream()
                .map(ScrapeTurn::intervalCpuMillis)
                .filter(Objects::nonNull)
                .toList();
        return millis.isEmpty()
                ? ""
                : number(0, Spread.of(millis, Double::doubleValue).median());
    }

    static double samples(List<ScrapeTurn> turns) {
        return Spread.of(turns, ScrapeTurn::samples).median();
    }

    private static List<Object> costs(ScrapeResult.Group group, List<ScrapeTurn> turns, String ratio) {
        return List.of(
                group.cassandra(),
                number(0, group.tables()),
                group.load(),
                turns.get(0).contender(),
                number(1, cost(turns, ScrapeCost::wallMillis)),
                number(1, Math.max(0, cost(turns, ScrapeCost::nodeCpuMillis))),
                number(1, cost(turns, ScrapeCost::exporterCpuMillis)),
                ratio,
                number(2, Math.max(0, cost(turns, ScrapeCost::allocatedBytes)) / 1e6),
                number(0, samples(turns)),
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
