package io.foreread.it.bench.reads;

import static io.foreread.it.bench.laboratory.ReaderVariant.V50_NATIVE;

import io.foreread.it.bench.laboratory.ReaderVariant;
import io.foreread.it.bench.laboratory.Spread;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;

/** Formats the medians of each contender, and compares Foreread with the stock reader that it replaces. */
final class ReadsReport {
    /** The highest ratio of the bytes of a point read that counts as equal. */
    private static final double EQUAL = 1.02;
    /** The target for the ratio of the bytes of a range read. */
    private static final double MAX_RANGE_BYTES = 1.1;
    /** The target for the ratio of the p99 of hot rows with direct I/O to the p99 with the native reader. */
    private static final double MAX_DIRECT = 0.5;

    private final Map<ReaderVariant, List<ReadsTurn>> turns;
    private final boolean hot;

    /** @param hot whether clients read only rows that fit into a limited page cache */
    ReadsReport(Map<ReaderVariant, List<ReadsTurn>> turns, boolean hot) {
        this.turns = turns;
        this.hot = hot;
    }

    String table() {
        StringBuilder text = new StringBuilder(
                String.format(
                        "| contender | requests | p50 ms | p99 ms | p99.9 ms | failed | KiB each | compaction s |%n|---|---|---|---|---|---|---|---|%n"));
        turns.forEach((contender, all) -> {
            alone(text, contender, "point reads", all, ReadsTurn::points);
            alone(text, contender, "range reads, LIMIT 10", all, ReadsTurn::ranges);
            // The bytes of each request are omitted, because the compaction causes most device reads.
            row(
                    text,
                    contender,
                    "point reads during a compaction",
                    all,
                    ReadsTurn::duringCompaction,
                    "",
                    cell(all, ReadsTurn::compactionSeconds));
        });
        return text.toString();
    }

    private static void alone(
            StringBuilder text,
            ReaderVariant contender,
            String what,
            List<ReadsTurn> all,
            Function<ReadsTurn, Phase> phase) {
        row(
                text,
                contender,
                what,
                all,
                phase,
                cell(all, turn -> phase.apply(turn).bytesPerRequest() / 1024),
                "");
    }

    private static void row(
            StringBuilder text,
            ReaderVariant contender,
            String what,
            List<ReadsTurn> all,
            Function<ReadsTurn, Phase> phase,
            String kibEach,
            String compactionSeconds) {
        text.append(String.format(
                Locale.ROOT,
                "| %s | %s | %s | %s | %s | %d | %s | %s |%n",
                contender,
                what,
                cell(all, turn -> phase.apply(turn).p50Millis()),
                cell(all, turn -> phase.apply(turn).p99Millis()),
                cell(all, turn -> phase.apply(turn).p999Millis()),
                all.stream().mapToLong(turn -> phase.apply(turn).failed()).sum(),
                kibEach,
                compactionSeconds));
    }

    private static String cell(List<ReadsTurn> all, ToDoubleFunction<ReadsTurn> value) {
        Spread spread = Spread.of(all, value);
        return all.size() == 1
                ? String.format(Locale.ROOT, "%.2f", spread.median())
                : String.format(Locale.ROOT, "%.2f (%.2f to %.2f)", spread.median(), spread.min(), spread.max());
    }

    /** The comparison with the targets; empty if no pair of Foreread and stock was measured. */
    String targets() {
        StringBuilder text = new StringBuilder();
        for (ReaderVariant ours : turns.keySet()) {
            ReaderVariant stock = ours.withoutAgent().orElse(null);
            if (stock == null || !turns.containsKey(stock)) continue;
            within(text, ours, stock, "p99 of point reads", turn -> turn.points()
                    .p99Millis());
            within(text, ours, stock, "p99 of point reads during a compaction", turn -> turn.duringCompaction()
                    .p99Millis());
            // Hot rows cause almost no device reads.
            if (!hot)
                atMost(
                        text,
                        ours,
                        stock,
                        "bytes of a point read",
                        turn -> turn.points().bytesPerRequest(),
                        EQUAL);
            atMost(text, ours, stock, "bytes of LIMIT 10", turn -> turn.ranges().bytesPerRequest(), MAX_RANGE_BYTES);
        }
        for (ReaderVariant ours : turns.keySet())
            if (hot && ours.isDirect() && turns.containsKey(V50_NATIVE))
                atMost(
                        text,
                        ours,
                        V50_NATIVE,
                        "p99 of hot rows during a compaction",
                        turn -> turn.duringCompaction().p99Millis(),
                        MAX_DIRECT);
        return text.toString();
    }

    private Spread spread(ReaderVariant contender, ToDoubleFunction<ReadsTurn> value) {
        return Spread.of(Objects.requireNonNull(turns.get(contender), contender::id), value);
    }

    private void within(
            StringBuilder text,
            ReaderVariant ours,
            ReaderVariant stock,
            String what,
            ToDoubleFunction<ReadsTurn> value) {
        Spread mine = spread(ours, value);
        Spread theirs = spread(stock, value);
        text.append(String.format(
                Locale.ROOT,
                "  %s / %s, %s: %.2f, wanted within the spread of stock (up to %.2f): %s%n",
                ours,
                stock,
                what,
                mine.median() / theirs.median(),
                theirs.max() / theirs.median(),
                mine.median() <= theirs.max() ? "met" : "NOT MET"));
    }

    private void atMost(
            StringBuilder text,
            ReaderVariant ours,
            ReaderVariant stock,
            String what,
            ToDoubleFunction<ReadsTurn> value,
            double most) {
        double ratio = spread(ours, value).median() / spread(stock, value).median();
        text.append(String.format(
                Locale.ROOT,
                "  %s / %s, %s: %.2f, wanted at most %.2f: %s%n",
                ours,
                stock,
                what,
                ratio,
                most,
                ratio <= most ? "met" : "NOT MET"));
    }
}
