package io.foreread.it.bench.scrape;

import io.foreread.it.bench.comparison.Estimate;
import io.foreread.it.bench.comparison.Goal;
import io.foreread.it.bench.comparison.MarkdownTable;
import io.foreread.it.bench.comparison.Measured;
import io.foreread.it.bench.laboratory.Spread;
import io.foreread.it.bench.load.LatencyPair;
import io.foreread.it.bench.load.RequestLatency;
import io.foreread.it.bench.scrape.ExporterVariant.Kind;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.ToDoubleFunction;

/** Compares the measured cost of scrapes with the goals. Each round has its own nodes and contributes one median. */
final class ScrapeGoals {
    static final String FOREREAD_DEFAULT = ExporterVariant.FOREREAD_DEFAULT.toString();
    private static final String FOREREAD_ALL = ExporterVariant.FOREREAD_ALL.toString();
    private static final String FOREREAD = ExporterVariant.FOREREAD_DEFAULT.exporter() + " ";
    /** The names of the variants of jmx_exporter. Its present version is published as a collector only, without an agent. */
    private static final List<String> JMX_EXPORTER = Arrays.stream(ExporterVariant.values())
            .filter(variant -> variant.kind() == Kind.JAVA_AGENT || variant.kind() == Kind.COLLECTOR)
            .map(ExporterVariant::toString)
            .toList();

    private static final String IDLE = Load.IDLE.word();
    private static final int MANY_TABLES = 1000;

    private static final Goal MAX_CPU_MILLIS = Goal.atMost(100);
    private static final Goal MAX_WALL_MILLIS = Goal.atMost(150);
    private static final Goal MAX_GARBAGE_MEGABYTES = Goal.atMost(4);
    private static final Goal MAX_CPU_MICROS_PER_SAMPLE = Goal.atMost(2);
    private static final Goal MAX_GARBAGE_BYTES_PER_SAMPLE = Goal.atMost(50);
    private static final Goal MIN_CPU_RATIO = Goal.atLeast(40);

    private static final List<String> COLUMNS = List.of(
            "Cassandra",
            "tables",
            "load",
            "exporter",
            "quantity",
            "median (95 % interval)",
            "rounds or windows",
            "goal",
            "margin",
            "verdict");

    /** A value of an exporter on the nodes of a group. */
    private record Row(ScrapeResult.Group group, String contender, Measured measured) {}

    private final List<Row> rows = new ArrayList<>();

    private ScrapeGoals() {}

    /** The table of all goals; empty if no contender has one. */
    static String table(ScrapeResult result) {
        MarkdownTable table = new MarkdownTable(COLUMNS);
        for (Row row : rows(result))
            table.row(
                    row.group.cassandra(),
                    ScrapeReport.number(0, row.group.tables()),
                    row.group.load(),
                    row.contender,
                    row.measured.quantity(),
                    row.measured.words(),
                    row.measured.estimate().count(),
                    row.measured.goalWords(),
                    row.measured.marginWords(),
                    row.measured.verdictWords());
        return table.text();
    }

    /** The values of {@link #table}, each of an exporter such as {@code foreread default, 5.0.9, 1,000 tables, idle}. */
    static List<Measured> measured(ScrapeResult result) {
        return rows(result).stream().map(Row::measured).toList();
    }

    private static List<Row> rows(ScrapeResult result) {
        ScrapeGoals goals = new ScrapeGoals();
        result.groups().forEach((group, turns) -> {
            for (String contender : ScrapeResult.contenders(turns)) goals.add(group, turns, contender);
        });
        return goals.rows;
    }

    private void add(ScrapeResult.Group group, List<ScrapeTurn> turns, String contender) {
        List<ScrapeTurn> own = ScrapeResult.of(turns, contender);
        boolean idle = group.load().equals(IDLE) && group.tables() > 0;
        if (JMX_EXPORTER.contains(contender) && idle) addOther(group, turns, contender);
        if (contender.equals(FOREREAD_DEFAULT) && idle && group.tables() >= MANY_TABLES) {
            add(group, own, "CPU of a scrape, ms", ScrapeTurn::cpuMillis, MAX_CPU_MILLIS);
            add(group, own, "garbage of a scrape, MB", ScrapeTurn::allocatedMegabytes, MAX_GARBAGE_MEGABYTES);
            add(group, own, "wall time of a scrape, ms", ScrapeTurn::wallMillis, MAX_WALL_MILLIS);
        }
        if (contender.equals(FOREREAD_ALL) && idle) {
            add(group, own, "CPU per sample, us", ScrapeTurn::cpuMicrosPerSample, MAX_CPU_MICROS_PER_SAMPLE);
            add(
                    group,
                    own,
                    "garbage per sample, bytes",
                    ScrapeTurn::allocatedBytesPerSample,
                    MAX_GARBAGE_BYTES_PER_SAMPLE);
        }
        List<LatencyPair> pairs = ScrapeReport.pairs(own);
        if (contender.startsWith(FOREREAD) && !pairs.isEmpty())
            RequestLatency.QUANTILES.forEach((what, quantile) -> add(
                    group,
                    contender,
                    what + ", scraped / control",
                    LatencyPair.ratio(pairs, quantile),
                    LatencyPair.goal(what)));
    }

    /**
     * Compares another exporter with the configuration of Foreread that uses the least CPU time among those that export at
     * least as many families.
     */
    private void addOther(ScrapeResult.Group group, List<ScrapeTurn> turns, String other) {
        List<ScrapeTurn> others = ScrapeResult.of(turns, other);
        Optional<String> cheapest = ScrapeResult.contenders(turns).stream()
                .filter(contender -> contender.startsWith(FOREREAD))
                .filter(contender -> families(ScrapeResult.of(turns, contender)) >= families(others))
                .min(Comparator.comparingDouble(
                        contender -> Spread.of(ScrapeResult.of(turns, contender), ScrapeTurn::cpuMillis)
                                .median()));
        if (cheapest.isEmpty()) return;
        List<ScrapeTurn> ours = ScrapeResult.of(turns, cheapest.get());
        double[] ratios = others.stream()
                .flatMap(theirs -> ours.stream()
                        .filter(turn -> turn.round() == theirs.round())
                        .map(turn -> theirs.cpuMillis() / turn.cpuMillis()))
                .mapToDouble(Double::doubleValue)
                .toArray();
        if (ratios.length > 0)
            add(
                    group,
                    cheapest.get(),
                    "CPU of " + other + " (" + exported(others) + ") / Foreread (" + exported(ours) + ")",
                    Estimate.ofRatios(ratios),
                    MIN_CPU_RATIO);
    }

    private static String exported(List<ScrapeTurn> turns) {
        return families(turns) + " families, " + ScrapeReport.number(0, ScrapeReport.samples(turns)) + " samples";
    }

    private static long families(List<ScrapeTurn> turns) {
        return Math.round(Spread.of(turns, ScrapeTurn::families).median());
    }

    private void add(
            ScrapeResult.Group group,
            List<ScrapeTurn> turns,
            String what,
            ToDoubleFunction<ScrapeTurn> value,
            Goal goal) {
        Estimate measured = Estimate.ofValues(turns.stream().mapToDouble(value).toArray());
        add(group, turns.get(0).contender(), what, measured, goal);
    }

    private void add(ScrapeResult.Group group, String contender, String what, Estimate measured, Goal goal) {
        String of = String.join(
                ", ", contender, group.cassandra(), ScrapeReport.number(0, group.tables()) + " tables", group.load());
        rows.add(new Row(group, contender, new Measured(what, of, measured, goal)));
    }
}
