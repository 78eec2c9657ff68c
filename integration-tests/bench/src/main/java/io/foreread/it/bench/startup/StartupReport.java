package io.foreread.it.bench.startup;

import static io.foreread.it.bench.startup.StartupResult.FOREREAD;
import static io.foreread.it.bench.startup.StartupResult.STOCK;

import io.foreread.it.bench.comparison.Estimate;
import io.foreread.it.bench.comparison.Goal;
import io.foreread.it.bench.comparison.MarkdownTable;
import io.foreread.it.bench.laboratory.Spread;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/** Formats the medians without and with the agent, their differences, and whether the differences meet the goals. */
final class StartupReport {
    private static final Goal MAX_SECONDS = Goal.atMost(1);
    private static final Goal MAX_RESIDENT_MIB = Goal.atMost(60);
    /** The size of a file does not vary, so it has no margin. */
    private static final Goal MAX_JAR_MIB = new Goal(false, 12, 0);

    private StartupReport() {}

    /** The table of all medians, with the differences of the starts of each round. */
    static String table(StartupResult result) {
        MarkdownTable table = new MarkdownTable(List.of(
                "",
                "stock",
                "with Foreread",
                "difference, median (95 % interval)",
                "rounds",
                "goal",
                "margin",
                "verdict"));
        row(table, "start, s", result, Start::seconds, MAX_SECONDS);
        row(table, "resident, MiB", result, Start::residentMib, MAX_RESIDENT_MIB);
        row(table, "CPU, s", result, Start::cpuSeconds, null);
        double jarMib = result.jarBytes() / (double) (1 << 20);
        Estimate jar = new Estimate(1, jarMib, jarMib, jarMib);
        table.row(
                "foreread-agent.jar, MiB",
                "",
                number(jarMib),
                "",
                "",
                MAX_JAR_MIB.words(),
                "",
                MAX_JAR_MIB.judge(jar).words());
        return table.text();
    }

    private static void row(
            MarkdownTable table,
            String what,
            StartupResult result,
            ToDoubleFunction<Start> value,
            @Nullable Goal goal) {
        double[] added = result.of(FOREREAD).stream()
                .flatMap(ours -> result.of(STOCK).stream()
                        .filter(stock -> stock.round() == ours.round())
                        .map(stock -> value.applyAsDouble(ours) - value.applyAsDouble(stock)))
                .mapToDouble(Double::doubleValue)
                .toArray();
        Estimate difference = Estimate.ofValues(added);
        table.row(
                what,
                number(Spread.of(result.of(STOCK), value).median()),
                number(Spread.of(result.of(FOREREAD), value).median()),
                difference.words(),
                difference.count(),
                goal == null ? "" : goal.words(),
                goal == null ? "" : goal.marginWords(),
                goal == null ? "" : goal.judge(difference).words());
    }

    private static String number(double value) {
        return String.format(Locale.ROOT, "%,.1f", value);
    }
}
