package io.foreread.it.bench.reads;

import static io.foreread.it.bench.laboratory.ReaderVariant.V50_NATIVE;

import io.foreread.it.bench.comparison.Comparison;
import io.foreread.it.bench.comparison.Goal;
import io.foreread.it.bench.laboratory.ReaderVariant;
import java.util.ArrayList;
import java.util.List;

/** Selects the comparisons of Foreread with the stock reader that it replaces, and their goals. */
public final class ReadsGoals {
    public static final String POINT_P99 = "p99 of point reads";
    public static final String POINT_P999 = "p99.9 of point reads";
    public static final String COMPACTION_P99 = "p99 of point reads during a compaction";
    public static final String COMPACTION_P999 = "p99.9 of point reads during a compaction";
    public static final String POINT_BYTES = "bytes of a point read";
    static final String RANGE_BYTES = "bytes of LIMIT 10";

    /** Bytes of a point read up to this ratio count as equal. */
    public static final Goal EQUAL_BYTES = Goal.atMost(1.02);

    private static final Goal RANGE = Goal.atMost(1.1);
    /** Hot rows with direct I/O, compared with the native reader. */
    private static final double MAX_DIRECT = 0.5;

    private static final Goal DIRECT_P99 = new Goal(false, MAX_DIRECT, Goal.EQUAL_P99.marginPercent());
    private static final Goal DIRECT_P999 = new Goal(false, MAX_DIRECT, Goal.EQUAL_P999.marginPercent());

    private ReadsGoals() {}

    /** @param hot whether clients read only rows that fit into a limited page cache */
    static List<Comparison> of(List<ReaderVariant> contenders, boolean hot) {
        List<Comparison> comparisons = new ArrayList<>();
        for (ReaderVariant ours : contenders)
            ours.withoutAgent()
                    .filter(contenders::contains)
                    .ifPresent(stock -> addStock(comparisons, ours.id(), stock.id(), hot));
        for (ReaderVariant ours : contenders) {
            if (!hot || !ours.isDirect() || !contenders.contains(V50_NATIVE)) continue;
            comparisons.add(new Comparison(COMPACTION_P99, ours.id(), V50_NATIVE.id(), DIRECT_P99));
            comparisons.add(new Comparison(COMPACTION_P999, ours.id(), V50_NATIVE.id(), DIRECT_P999));
        }
        return comparisons;
    }

    private static void addStock(List<Comparison> comparisons, String ours, String stock, boolean hot) {
        comparisons.add(new Comparison(POINT_P99, ours, stock, Goal.EQUAL_P99));
        comparisons.add(new Comparison(POINT_P999, ours, stock, Goal.EQUAL_P999));
        comparisons.add(new Comparison(COMPACTION_P99, ours, stock, Goal.EQUAL_P99));
        comparisons.add(new Comparison(COMPACTION_P999, ours, stock, Goal.EQUAL_P999));
        // Hot rows cause almost no device reads.
        if (!hot) comparisons.add(new Comparison(POINT_BYTES, ours, stock, EQUAL_BYTES));
        comparisons.add(new Comparison(RANGE_BYTES, ours, stock, RANGE));
    }
}
