package io.foreread.it.bench.reads;

import io.foreread.it.bench.comparison.MarkdownTable;
import io.foreread.it.bench.comparison.Measured;
import io.foreread.it.bench.comparison.Quantities;
import io.foreread.it.bench.laboratory.Spread;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;

/** Formats the medians of each contender with minimum and maximum, and compares Foreread with other contenders. */
final class ReadsReport {
    private static final List<String> COLUMNS =
            List.of("contender", "requests", "p50 ms", "p99 ms", "p99.9 ms", "failed", "KiB each", "compaction s");
    private static final Quantities<ReadsTurn> QUANTITIES = new Quantities<>(Map.of(
            ReadsGoals.POINT_P99, turn -> turn.points().p99Millis(),
            ReadsGoals.POINT_P999, turn -> turn.points().p999Millis(),
            ReadsGoals.COMPACTION_P99, turn -> turn.duringCompaction().p99Millis(),
            ReadsGoals.COMPACTION_P999, turn -> turn.duringCompaction().p999Millis(),
            ReadsGoals.POINT_BYTES, turn -> turn.points().bytesPerRequest(),
            ReadsGoals.RANGE_BYTES, turn -> turn.ranges().bytesPerRequest()));

    private ReadsReport() {}

    static String contenderTable(ReadsResult result) {
        MarkdownTable table = new MarkdownTable(COLUMNS);
        for (String contender : result.contenders()) {
            List<ReadsTurn> all = result.of(contender);
            alone(table, contender, "point reads", all, ReadsTurn::points);
            alone(table, contender, "range reads, LIMIT 10", all, ReadsTurn::ranges);
            // The bytes of each request are omitted, because the compaction causes most device reads.
            row(
                    table,
                    contender,
                    "point reads during a compaction",
                    all,
                    ReadsTurn::duringCompaction,
                    "",
                    cell(all, ReadsTurn::compactionSeconds));
        }
        return table.text();
    }

    static String comparisonTable(ReadsResult result) {
        return QUANTITIES.table(result.turns(), result.comparisons());
    }

    static List<Measured> measured(ReadsResult result) {
        return QUANTITIES.measured(result.turns(), result.comparisons());
    }

    private static void alone(
            MarkdownTable table, String contender, String what, List<ReadsTurn> all, Function<ReadsTurn, Phase> phase) {
        row(
                table,
                contender,
                what,
                all,
                phase,
                cell(all, turn -> phase.apply(turn).bytesPerRequest() / 1024),
                "");
    }

    private static void row(
            MarkdownTable table,
            String contender,
            String what,
            List<ReadsTurn> all,
            Function<ReadsTurn, Phase> phase,
            String kibEach,
            String compactionSeconds) {
        table.row(
                contender,
                what,
                cell(all, turn -> phase.apply(turn).p50Millis()),
                cell(all, turn -> phase.apply(turn).p99Millis()),
                cell(all, turn -> phase.apply(turn).p999Millis()),
                all.stream().mapToLong(turn -> phase.apply(turn).failed()).sum(),
                kibEach,
                compactionSeconds);
    }

    private static String cell(List<ReadsTurn> all, ToDoubleFunction<ReadsTurn> value) {
        Spread spread = Spread.of(all, value);
        return all.size() == 1
                ? String.format(Locale.ROOT, "%,.2f", spread.median())
                : String.format(Locale.ROOT, "%,.2f (%,.2f to %,.2f)", spread.median(), spread.min(), spread.max());
    }
}
