package io.foreread.it.bench.abuse;

import io.foreread.it.abuse.Abuse;
import io.foreread.it.bench.comparison.Estimate;
import io.foreread.it.bench.comparison.Goal;
import io.foreread.it.bench.comparison.GoalVerdict;
import io.foreread.it.bench.comparison.MarkdownTable;
import io.foreread.it.bench.laboratory.Spread;
import io.foreread.it.bench.load.LatencyPair;
import io.foreread.it.bench.load.RequestLatency;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/** Formats the results of {@code ./bench abuse}, and judges the limits of scrapes in a loop. */
final class AbuseReport {
    /** Two cores, because the endpoint renders at most two expositions at a time. */
    private static final Goal MAX_EXTRA_CORES = Goal.atMost(2);

    private static final String LIMITED = Abuse.SCRAPE_LOOPS.word();

    /** The limit of one quantity of scrapes in a loop. */
    private record Limit(Estimate measured, Goal goal) {}

    private AbuseReport() {}

    static String text(AbuseResult result) {
        return latencyTable(result) + "\n" + cpuTable(result) + "\n" + limitTable(result);
    }

    /** The latencies of the node's clients. */
    static String latencyTable(AbuseResult result) {
        MarkdownTable table = new MarkdownTable(List.of(
                "abuse",
                "latency",
                "quiet, ms",
                "abused, ms",
                "ratio, median (95 % interval)",
                "rounds",
                "higher with the abuse"));
        for (String abuse : result.abuses())
            RequestLatency.QUANTILES.forEach((what, quantile) -> {
                List<AbuseRound> rounds = result.of(abuse);
                Estimate ratio = result.ratio(abuse, quantile);
                table.row(
                        abuse,
                        what,
                        median(
                                rounds,
                                round -> quantile.applyAsDouble(round.latency().quiet())),
                        median(
                                rounds,
                                round -> quantile.applyAsDouble(round.latency().loaded())),
                        ratio.words(),
                        ratio.count(),
                        ratio.low() > 1 ? "yes" : "");
            });
        return table.text();
    }

    /** The CPU time of the node in cores, and the completed actions of all abusers. */
    static String cpuTable(AbuseResult result) {
        MarkdownTable table = new MarkdownTable(List.of(
                "abuse", "quiet, cores", "abused, cores", "difference, median (95 % interval)", "actions a second"));
        for (String abuse : result.abuses()) {
            List<AbuseRound> rounds = result.of(abuse);
            table.row(
                    abuse,
                    median(rounds, round -> round.quietCpuMillisPerSecond() / 1000),
                    median(rounds, round -> round.abusedCpuMillisPerSecond() / 1000),
                    result.extraCores(abuse).words(),
                    String.format(
                            Locale.ROOT,
                            "%,.0f",
                            Spread.of(rounds, AbuseRound::actions).median() / result.windowSeconds()));
        }
        return table.text();
    }

    /** The verdicts on scrapes in a loop; empty if they were not measured. */
    static String limitTable(AbuseResult result) {
        MarkdownTable table =
                new MarkdownTable(List.of(LIMITED, "median (95 % interval)", "limit", "margin", "verdict"));
        limits(result)
                .forEach((what, limit) -> table.row(
                        what,
                        limit.measured.words(),
                        limit.goal.words(),
                        limit.goal.marginWords(),
                        limit.goal.judge(limit.measured).words()));
        return table.text();
    }

    /** Whether scrapes in a loop exceed no limit. A limit that is undecided is not exceeded. */
    static boolean keepsLimits(AbuseResult result) {
        return limits(result).values().stream()
                .allMatch(limit -> limit.goal.judge(limit.measured) != GoalVerdict.NOT_MET);
    }

    private static Map<String, Limit> limits(AbuseResult result) {
        Map<String, Limit> limits = new LinkedHashMap<>();
        if (!result.abuses().contains(LIMITED)) return limits;
        limits.put("CPU, cores", new Limit(result.extraCores(LIMITED), MAX_EXTRA_CORES));
        RequestLatency.QUANTILES.forEach((what, quantile) ->
                limits.put(what + ", ratio", new Limit(result.ratio(LIMITED, quantile), LatencyPair.goal(what))));
        return limits;
    }

    private static String median(List<AbuseRound> rounds, ToDoubleFunction<AbuseRound> value) {
        return String.format(Locale.ROOT, "%.2f", Spread.of(rounds, value).median());
    }
}
