package io.foreread.it.bench.startup;

import static io.foreread.it.bench.startup.StartupResult.FOREREAD;
import static io.foreread.it.bench.startup.StartupResult.STOCK;

import io.foreread.it.bench.comparison.Estimate;
import io.foreread.it.bench.comparison.Goal;
import io.foreread.it.bench.comparison.MarkdownTable;
import io.foreread.it.bench.comparison.Measured;
import io.foreread.it.bench.laboratory.Spread;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/** Formats the medians without and with the agent, their differences, and whether the differences meet the goals. */
final class StartupReport {
    /** The size of a file does not vary, so it has no margin. */
    private static final Goal MAX_JAR_MIB = new Goal(false, 12, 0);

    private static final List<Added> ADDED = List.of(
            new Added("start, s", Start::seconds, Goal.atMost(1)),
            new Added("resident, MiB", Start::residentMib, Goal.atMost(60)),
            new Added("CPU, s", Start::cpuSeconds, null));

    /** A value that is higher with the agent. */
    private record Added(String what, ToDoubleFunction<Start> value, @Nullable Goal goal) {
        /** The difference of the starts of each round. */
        Measured measured(StartupResult result) {
            double[] differences = result.of(FOREREAD).stream()
                    .flatMap(ours -> result.of(STOCK).stream()
                            .filter(stock -> stock.round() == ours.round())
                            .map(stock -> value.applyAsDouble(ours) - value.applyAsDouble(stock)))
                    .mapToDouble(Double::doubleValue)
                    .toArray();
            return new Measured(what, FOREREAD + " - " + STOCK, Estimate.ofValues(differences), goal);
        }
    }

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
        for (Added added : ADDED) {
            Measured measured = added.measured(result);
            table.row(
                    added.what,
                    number(Spread.of(result.of(STOCK), added.value).median()),
                    number(Spread.of(result.of(FOREREAD), added.value).median()),
                    measured.words(),
                    measured.estimate().count(),
                    measured.goalWords(),
                    measured.marginWords(),
                    measured.verdictWords());
        }
        Measured jar = jar(result);
        table.row(jar.quantity(), "", number(jar.estimate().median()), "", "", jar.goalWords(), "", jar.verdictWords());
        return table.text();
    }

    /** The differences, and the size of the jar. */
    static List<Measured> measured(StartupResult result) {
        List<Measured> all = new ArrayList<>();
        for (Added added : ADDED) all.add(added.measured(result));
        all.add(jar(result));
        return all;
    }

    private static Measured jar(StartupResult result) {
        Estimate size = Estimate.exact(1, result.jarBytes() / (double) (1 << 20));
        return new Measured("foreread-agent.jar, MiB", FOREREAD, size, MAX_JAR_MIB);
    }

    private static String number(double value) {
        return String.format(Locale.ROOT, "%,.1f", value);
    }
}
