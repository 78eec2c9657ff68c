package io.foreread.it.bench.startup;

import io.foreread.it.bench.load.Numbers;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;

/** Formats the medians without and with the agent, their differences, and whether the differences meet the targets. */
final class StartupReport {
    static final double MAX_SECONDS = 1;
    static final double MAX_RESIDENT_MIB = 60;
    static final double MAX_JAR_MIB = 12;

    private StartupReport() {}

    /** @param jarBytes the size of foreread-agent.jar */
    static String of(List<Start> stock, List<Start> withAgent, long jarBytes) {
        double jarMib = jarBytes / (double) (1 << 20);
        return String.format(
                        Locale.ROOT,
                        "| | stock | with Foreread | difference | by round | at most | |%n|---|---|---|---|---|---|---|%n")
                + row("start, s", stock, withAgent, Start::seconds, MAX_SECONDS)
                + row("resident, MiB", stock, withAgent, Start::residentMib, MAX_RESIDENT_MIB)
                + row("CPU, s", stock, withAgent, Start::cpuSeconds, Double.NaN)
                + String.format(
                        Locale.ROOT,
                        "| foreread-agent.jar, MiB | | %.1f | | | %.0f | %s |%n",
                        jarMib,
                        MAX_JAR_MIB,
                        verdict(jarMib, MAX_JAR_MIB));
    }

    private static String row(
            String what, List<Start> stock, List<Start> withAgent, ToDoubleFunction<Start> value, double most) {
        double theirs = median(stock, value);
        double ours = median(withAgent, value);
        double[] added = new double[Math.min(stock.size(), withAgent.size())];
        for (int i = 0; i < added.length; i++)
            added[i] = value.applyAsDouble(withAgent.get(i)) - value.applyAsDouble(stock.get(i));
        Arrays.sort(added);
        return String.format(
                Locale.ROOT,
                "| %s | %.1f | %.1f | %.1f | %.1f to %.1f | %s | %s |%n",
                what,
                theirs,
                ours,
                ours - theirs,
                added[0],
                added[added.length - 1],
                Double.isNaN(most) ? "" : String.format(Locale.ROOT, "%.0f", most),
                Double.isNaN(most) ? "" : verdict(ours - theirs, most));
    }

    static double median(List<Start> starts, ToDoubleFunction<Start> value) {
        return Numbers.median(starts.stream().mapToDouble(value).toArray());
    }

    private static String verdict(double value, double most) {
        return value <= most ? "met" : "**not met**";
    }
}
