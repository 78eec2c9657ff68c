package io.foreread.it.bench.cores;

import io.foreread.it.bench.comparison.Comparison;
import io.foreread.it.bench.comparison.Goal;
import io.foreread.it.bench.comparison.MarkdownTable;
import io.foreread.it.bench.comparison.Measured;
import io.foreread.it.bench.comparison.Quantities;
import io.foreread.it.bench.laboratory.Spread;
import io.foreread.it.bench.load.RequestLatency;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/** Formats the results of {@code ./bench cores}, and compares {@code auto} with {@code off}. */
final class CoresReport {
    /** The upper end of the interval must keep the limit, not only the median. */
    private static final Goal STRICT_P99 = new Goal(false, Goal.EQUAL_P99.limit(), 0);

    private static final Quantities<CoresWindow> QUANTITIES = new Quantities<>(quantities());

    private CoresReport() {}

    private static Map<String, ToDoubleFunction<CoresWindow>> quantities() {
        Map<String, ToDoubleFunction<CoresWindow>> quantities = new LinkedHashMap<>();
        RequestLatency.QUANTILES.forEach(
                (name, quantile) -> quantities.put(name, window -> quantile.applyAsDouble(window.latency())));
        quantities.put("compacted", CoresWindow::compactedMib);
        quantities.put("cores of the node", CoresWindow::nodeCores);
        return quantities;
    }

    /** The comparisons of a run, in the order of the report. */
    static List<Comparison> comparisons(String setting, String reference) {
        List<Comparison> comparisons = new ArrayList<>();
        for (String name : QUANTITIES.values().keySet()) {
            comparisons.add(new Comparison(name, setting, reference, goal(name)));
        }
        return comparisons;
    }

    private static @Nullable Goal goal(String quantity) {
        if (quantity.startsWith("p99 ")) return STRICT_P99;
        return quantity.startsWith("p99.9 ") ? Goal.EQUAL_P999 : null;
    }

    /** The medians of each setting. */
    static String windowTable(CoresResult result) {
        MarkdownTable table = new MarkdownTable(List.of(
                "setting",
                "p99 of reads, ms",
                "p99.9, ms",
                "p99 of writes, ms",
                "p99.9, ms",
                "cores of the node",
                "busy cores",
                "chunks ahead a second",
                "compacted, MiB/s"));
        for (String setting :
                result.turns().stream().map(CoresWindow::contender).distinct().toList()) {
            List<CoresWindow> windows = result.turns().stream()
                    .filter(window -> window.contender().equals(setting))
                    .toList();
            List<Object> cells = new ArrayList<>(List.of(setting));
            RequestLatency.QUANTILES
                    .values()
                    .forEach(quantile ->
                            cells.add(median(windows, "%.2f", window -> quantile.applyAsDouble(window.latency()))));
            cells.add(median(windows, "%.2f", CoresWindow::nodeCores));
            cells.add(median(windows, "%.2f", CoresWindow::busyCores));
            cells.add(median(windows, "%,.0f", window -> window.chunksAhead() / result.windowSeconds()));
            cells.add(median(windows, "%.1f", window -> window.compactedMib() / result.windowSeconds()));
            table.row(cells.toArray());
        }
        return table.text();
    }

    static String comparisonTable(CoresResult result) {
        return QUANTITIES.table(result.turns(), result.comparisons());
    }

    static List<Measured> measured(CoresResult result) {
        return QUANTITIES.measured(result.turns(), result.comparisons());
    }

    /** Whether no latency exceeds its limit. A limit that is undecided is not exceeded. */
    static boolean keepsLimits(CoresResult result) {
        return measured(result).stream().noneMatch(Measured::isNotMet);
    }

    private static String median(List<CoresWindow> windows, String format, ToDoubleFunction<CoresWindow> value) {
        return String.format(Locale.ROOT, format, Spread.of(windows, value).median());
    }
}
