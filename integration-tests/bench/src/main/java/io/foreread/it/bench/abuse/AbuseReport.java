package io.foreread.it.bench.abuse;

import io.foreread.it.abuse.Abuse;
import io.foreread.it.bench.comparison.Estimate;
import io.foreread.it.bench.comparison.Goal;
import io.foreread.it.bench.comparison.MarkdownTable;
import io.foreread.it.bench.comparison.Measured;
import io.foreread.it.bench.laboratory.Spread;
import io.foreread.it.bench.load.LatencyPair;
import io.foreread.it.bench.load.RequestLatency;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Formats the results of {@code ./bench abuse}, and judges the limits of scrapes in a loop. */
final class AbuseReport {
    /** Two cores, because the endpoint renders at most two expositions at a time. A smaller machine cannot exceed it. */
    private static final Goal MAX_EXTRA_CORES = Goal.atMost(2);

    private static final String LIMITED = Abuse.SCRAPE_LOOPS.word();

    private AbuseReport() {}

    static String text(AbuseResult result) {
        return Stream.of(latencyTable(result), controlTable(result), cpuTable(result), limitTable(result))
                .filter(table -> !table.isEmpty())
                .collect(Collectors.joining("\n"));
    }

    /** The latencies of the node's clients. */
    static String latencyTable(AbuseResult result) {
        MarkdownTable table = new MarkdownTable(List.of(
                "abuse",
                "latency",
                "quiet, ms",
                "abused, ms",
                "abused / quiet, median (95 % interval)",
                "rounds",
                "higher with the abuse"));
        for (String abuse : result.abuses())
            RequestLatency.QUANTILES.forEach((what, quantile) -> {
                List<AbuseRound> rounds = result.of(abuse);
                Estimate ratio = result.ratio(abuse, AbuseRound::abused, AbuseRound::quiet, quantile);
                table.row(
                        abuse,
                        what,
                        millis(rounds, AbuseRound::quiet, quantile),
                        millis(rounds, AbuseRound::abused, quantile),
                        ratio.words(),
                        ratio.count(),
                        ratio.low() > 1 ? "yes" : "");
            });
        return table.text();
    }

    /** What the abusers themselves and what the node's endpoint add to the latencies; empty without controls. */
    static String controlTable(AbuseResult result) {
        MarkdownTable table = new MarkdownTable(List.of(
                "abuse",
                "latency",
                "control, ms",
                "control / quiet, median (95 % interval)",
                "abused / control, median (95 % interval)"));
        for (String abuse : result.controlledAbuses())
            RequestLatency.QUANTILES.forEach((what, quantile) -> table.row(
                    abuse,
                    what,
                    millis(result.of(abuse), AbuseRound::controlled, quantile),
                    result.ratio(abuse, AbuseRound::controlled, AbuseRound::quiet, quantile)
                            .words(),
                    result.ratio(abuse, AbuseRound::abused, AbuseRound::controlled, quantile)
                            .words()));
        return table.text();
    }

    /** The CPU time of the node in cores, and the completed actions of all abusers. */
    static String cpuTable(AbuseResult result) {
        MarkdownTable table = new MarkdownTable(List.of(
                "abuse",
                "quiet, cores",
                "abused, cores",
                "difference, median (95 % interval)",
                "actions a second",
                "in the control"));
        List<String> controlled = result.controlledAbuses();
        for (String abuse : result.abuses()) {
            List<AbuseRound> rounds = result.of(abuse);
            table.row(
                    abuse,
                    median(rounds, round -> round.quiet().cpuMillisPerSecond() / 1000, "%.2f"),
                    median(rounds, round -> round.abused().cpuMillisPerSecond() / 1000, "%.2f"),
                    result.extraCores(abuse).words(),
                    actions(result, abuse, AbuseRound::abused),
                    controlled.contains(abuse) ? actions(result, abuse, AbuseRound::controlled) : "");
        }
        return table.text();
    }

    /** The verdicts on scrapes in a loop; empty if they were not measured. */
    static String limitTable(AbuseResult result) {
        MarkdownTable table =
                new MarkdownTable(List.of(LIMITED, "median (95 % interval)", "limit", "margin", "verdict"));
        for (Measured measured : limits(result))
            table.row(
                    measured.quantity(),
                    measured.words(),
                    measured.goalWords(),
                    measured.marginWords(),
                    measured.goal() == null ? notJudged(result) : measured.verdictWords());
        return table.text();
    }

    private static String notJudged(AbuseResult result) {
        return String.format(
                Locale.ROOT,
                "not judged: the quiet node leaves %.2f of %d cores",
                result.maxExtraCores(LIMITED),
                result.cores());
    }

    private static @Nullable Goal extraCoresGoal(AbuseResult result) {
        return result.maxExtraCores(LIMITED) > MAX_EXTRA_CORES.intervalLimit() ? MAX_EXTRA_CORES : null;
    }

    /** Whether scrapes in a loop exceed no limit. A limit that is undecided is not exceeded. */
    static boolean keepsLimits(AbuseResult result) {
        return limits(result).stream().noneMatch(Measured::isNotMet);
    }

    /** The limits of scrapes in a loop; empty if they were not measured. */
    static List<Measured> limits(AbuseResult result) {
        List<Measured> limits = new ArrayList<>();
        if (!result.controlledAbuses().contains(LIMITED)) return limits;
        limits.add(new Measured("CPU, cores", LIMITED, result.extraCores(LIMITED), extraCoresGoal(result)));
        RequestLatency.QUANTILES.forEach((what, quantile) -> limits.add(new Measured(
                what + ", abused / control",
                LIMITED,
                result.ratio(LIMITED, AbuseRound::abused, AbuseRound::controlled, quantile),
                LatencyPair.goal(what))));
        return limits;
    }

    private static String millis(
            List<AbuseRound> rounds,
            Function<AbuseRound, AbuseWindow> window,
            ToDoubleFunction<RequestLatency> quantile) {
        return median(
                rounds, round -> quantile.applyAsDouble(window.apply(round).latency()), "%.2f");
    }

    private static String actions(AbuseResult result, String abuse, Function<AbuseRound, AbuseWindow> window) {
        return median(
                result.of(abuse), round -> (double) window.apply(round).actions() / result.windowSeconds(), "%,.1f");
    }

    private static String median(List<AbuseRound> rounds, ToDoubleFunction<AbuseRound> value, String format) {
        return String.format(Locale.ROOT, format, Spread.of(rounds, value).median());
    }
}
