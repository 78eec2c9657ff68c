package io.foreread.it.bench.readahead;

import io.foreread.it.bench.compaction.CompactionGoals;
import io.foreread.it.bench.comparison.Comparison;
import io.foreread.it.bench.comparison.Goal;
import io.foreread.it.bench.laboratory.ReaderVariant;
import io.foreread.it.bench.reads.ReadsGoals;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Selects the comparisons of Foreread with the stock readers of the same release, and their goals. */
final class KernelReadAheadGoals {
    private final List<Comparison> comparisons = new ArrayList<>();

    private KernelReadAheadGoals() {}

    static List<Comparison> of(List<ReaderVariant> contenders, List<Integer> readAheadsKib) {
        KernelReadAheadGoals goals = new KernelReadAheadGoals();
        for (int kib : readAheadsKib)
            for (ReaderVariant ours : contenders)
                if (ours.hasAgent())
                    for (ReaderVariant stock : contenders)
                        if (!stock.hasAgent() && stock.release() == ours.release()) goals.atOne(kib, ours, stock);
        int smallest = Collections.min(readAheadsKib);
        int largest = Collections.max(readAheadsKib);
        if (smallest < largest)
            for (ReaderVariant ours : contenders)
                ours.withoutAgent()
                        .filter(contenders::contains)
                        .ifPresent(stock -> goals.acrossAll(ours, smallest, stock, largest));
        return goals.comparisons;
    }

    private void atOne(int kib, ReaderVariant ours, ReaderVariant stock) {
        add(CompactionGoals.THROUGHPUT, ours, kib, stock, kib, CompactionGoals.NOT_BELOW);
        add(ReadsGoals.COMPACTION_P99, ours, kib, stock, kib, Goal.EQUAL_P99);
        add(ReadsGoals.COMPACTION_P999, ours, kib, stock, kib, Goal.EQUAL_P999);
        // Foreread does not change point reads, so they are compared only with the same disk access mode.
        if (ours.withoutAgent().filter(stock::equals).isPresent())
            add(ReadsGoals.POINT_BYTES, ours, kib, stock, kib, ReadsGoals.EQUAL_BYTES);
    }

    /** Compares Foreread at the kernel readahead that is best for point reads with stock at the one that is best for scans. */
    private void acrossAll(ReaderVariant ours, int smallest, ReaderVariant stock, int largest) {
        for (String quantity : List.of(
                CompactionGoals.THROUGHPUT,
                ReadsGoals.POINT_P99,
                ReadsGoals.COMPACTION_P99,
                ReadsGoals.COMPACTION_P999,
                ReadsGoals.POINT_BYTES)) add(quantity, ours, smallest, stock, largest, null);
    }

    private void add(
            String quantity, ReaderVariant ours, int oursKib, ReaderVariant stock, int stockKib, @Nullable Goal goal) {
        comparisons.add(new Comparison(
                quantity,
                KernelReadAheadTurn.contender(ours.id(), oursKib),
                KernelReadAheadTurn.contender(stock.id(), stockKib),
                goal));
    }
}
