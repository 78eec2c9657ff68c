package io.foreread.it.bench.compaction;

import static io.foreread.it.bench.laboratory.ReaderVariant.FIRST_NATIVE;
import static io.foreread.it.bench.laboratory.ReaderVariant.LAST_WITHOUT_NATIVE_FOREREAD;
import static io.foreread.it.bench.laboratory.ReaderVariant.LAST_WITHOUT_NATIVE_STOCK;
import static io.foreread.it.bench.laboratory.ReaderVariant.V41_FOREREAD;
import static io.foreread.it.bench.laboratory.ReaderVariant.V41_STOCK_MMAP;
import static io.foreread.it.bench.laboratory.ReaderVariant.V41_STOCK_PREAD;
import static io.foreread.it.bench.laboratory.ReaderVariant.V50_FOREREAD;
import static io.foreread.it.bench.laboratory.ReaderVariant.V50_FOREREAD_CHUNK_CACHE;
import static io.foreread.it.bench.laboratory.ReaderVariant.V50_FOREREAD_MMAP;
import static io.foreread.it.bench.laboratory.ReaderVariant.V50_NATIVE;
import static io.foreread.it.bench.laboratory.ReaderVariant.V50_NATIVE_CHUNK_CACHE;
import static io.foreread.it.bench.laboratory.ReaderVariant.V50_NATIVE_MMAP;

import io.foreread.it.bench.laboratory.ReaderVariant;
import io.foreread.it.bench.laboratory.Spread;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;

/** Compares Foreread with other contenders. On volumes that have targets, prints whether each target is met. */
final class CompactionTargets {
    private static final String TARGET_VOLUME = "gp3-256";
    private static final int TARGET_READ_AHEAD_KIB = 4;
    private static final double MIN_SHARE_OF_LIMIT = 0.9;
    /**
     * The ratio of CPU time to elapsed time from which a compacting thread counts as CPU-bound. It is less than 1, because
     * the thread is stopped during garbage collections.
     */
    private static final double CPU_BOUND = 0.9;

    /** The highest ratio that counts as equal within the precision of the measurement. */
    private static final double MAX_EQUAL = 1.005;

    private static final ToDoubleFunction<MeasuredVariant> SPEED = MeasuredVariant::mibPerSecond;
    private static final ToDoubleFunction<MeasuredVariant> READS = MeasuredVariant::deviceReads;
    private static final ToDoubleFunction<MeasuredVariant> CPU = MeasuredVariant::cpuSecondsPerMib;
    private static final ToDoubleFunction<MeasuredVariant> ALLOCATED = MeasuredVariant::allocatedPerByte;

    private final CompactionResult result;
    private final StringBuilder text = new StringBuilder();
    /** Whether the targets apply to the volume. Otherwise the ratios are printed without a verdict. */
    private final boolean hasTargets;

    private CompactionTargets(CompactionResult result) {
        this.result = result;
        hasTargets = result.volume().hot()
                || (result.volume().name().equals(TARGET_VOLUME)
                        && result.volume().readAheadKib() == TARGET_READ_AHEAD_KIB);
    }

    static String of(CompactionResult result) {
        CompactionTargets targets = new CompactionTargets(result);
        if (result.volume().hot()) targets.hot();
        else targets.cold();
        return targets.text.isEmpty()
                ? ""
                : String.format(
                                "%nTargets%s: ratio of medians (lowest to highest ratio of a round)%n",
                                targets.hasTargets ? "" : " of " + TARGET_VOLUME + ", not applied to this volume")
                        + targets.text;
    }

    private void cold() {
        atLeast("throughput", V41_FOREREAD, V41_STOCK_MMAP, SPEED, 10);
        fewer(V41_FOREREAD, V41_STOCK_MMAP, 25);
        atLeast("throughput", V41_FOREREAD, V41_STOCK_PREAD, SPEED, 3);
        fewer(V41_FOREREAD, V41_STOCK_PREAD, 7);
        notBelow(LAST_WITHOUT_NATIVE_FOREREAD, FIRST_NATIVE);
        notBelow(LAST_WITHOUT_NATIVE_FOREREAD, V50_NATIVE);
        atMost("CPU per MiB", LAST_WITHOUT_NATIVE_FOREREAD, FIRST_NATIVE, CPU, 0.95);
        atMost("CPU per MiB", LAST_WITHOUT_NATIVE_FOREREAD, V50_NATIVE, CPU, 0.95);
        // The target needs an idle core, because chunks are decompressed ahead.
        if (result.data().compressor().equals("zstd"))
            atLeast("throughput", LAST_WITHOUT_NATIVE_FOREREAD, V50_NATIVE, SPEED, 1.15);
        atLeast("throughput", V50_FOREREAD_CHUNK_CACHE, V50_NATIVE_CHUNK_CACHE, SPEED, 2.5);
        atLeast("throughput", V50_FOREREAD_MMAP, V50_NATIVE_MMAP, SPEED, 8);
        // V50_FOREREAD has no target: with default settings it uses the native reader.
        for (ReaderVariant contender : result.contenders())
            if (contender.agentSettings().filter(List::isEmpty).isPresent() && !contender.equals(V50_FOREREAD))
                limit(contender);
        settings();
    }

    /**
     * Compares each contender that has settings with the same contender without settings and with stock. Only direct
     * I/O has a target.
     */
    private void settings() {
        for (ReaderVariant contender : result.contenders()) {
            contender.withDefaults().filter(result::has).ifPresent(defaults -> {
                if (contender.isDirect()) atLeast("throughput", contender, defaults, SPEED, 0.95);
                else ratio("throughput", contender, defaults, SPEED);
                ratio("CPU per MiB", contender, defaults, CPU);
            });
            if (contender.withDefaults().isEmpty()) continue;
            contender.withoutAgent().filter(result::has).ifPresent(stock -> {
                ratio("throughput", contender, stock, SPEED);
                ratio("CPU per MiB", contender, stock, CPU);
            });
        }
    }

    private void hot() {
        settings();
        notAbove(V41_FOREREAD, V41_STOCK_MMAP);
        notAbove(LAST_WITHOUT_NATIVE_FOREREAD, LAST_WITHOUT_NATIVE_STOCK);
        notAbove(V50_FOREREAD_CHUNK_CACHE, V50_NATIVE_CHUNK_CACHE);
        notAbove(V50_FOREREAD_MMAP, V50_NATIVE_MMAP);
    }

    private void atLeast(
            String what,
            ReaderVariant ours,
            ReaderVariant other,
            ToDoubleFunction<MeasuredVariant> value,
            double least) {
        if (!result.has(ours, other)) return;
        Spread ratio = result.ratio(ours, other, value);
        line(what, ours, other, ">= " + number(least), ratio, ratio.median() >= least);
    }

    private void atMost(
            String what,
            ReaderVariant ours,
            ReaderVariant other,
            ToDoubleFunction<MeasuredVariant> value,
            double most) {
        if (!result.has(ours, other)) return;
        Spread ratio = result.ratio(ours, other, value);
        line(what, ours, other, "<= " + number(most), ratio, ratio.median() <= most);
    }

    private void fewer(ReaderVariant ours, ReaderVariant other, double least) {
        if (!result.has(ours, other)) return;
        Spread ratio = result.ratio(other, ours, READS);
        line("fewer device reads", ours, other, ">= " + number(least), ratio, ratio.median() >= least);
    }

    private void notBelow(ReaderVariant ours, ReaderVariant other) {
        if (!result.has(ours, other)) return;
        Spread ratio = result.ratio(ours, other, SPEED);
        boolean met = ratio.median() >= 1 || ratio.upperQuartile() >= 1;
        line("throughput", ours, other, ">= 1, median or quartile", ratio, met);
    }

    private void notAbove(ReaderVariant ours, ReaderVariant other) {
        if (!result.has(ours, other)) return;
        notAbove("CPU per MiB", ours, other, CPU);
        notAbove("allocated", ours, other, ALLOCATED);
    }

    private void notAbove(
            String what, ReaderVariant ours, ReaderVariant other, ToDoubleFunction<MeasuredVariant> value) {
        Spread ratio = result.ratio(ours, other, value);
        boolean met = ratio.median() <= MAX_EQUAL || ratio.lowerQuartile() <= MAX_EQUAL;
        line(what, ours, other, "<= 1, median or quartile", ratio, met);
    }

    private void ratio(String what, ReaderVariant ours, ReaderVariant other, ToDoubleFunction<MeasuredVariant> value) {
        line(words(what, ours, "/ " + other, "", result.ratio(ours, other, value)));
    }

    private void limit(ReaderVariant ours) {
        if (result.limitMibPerSecond().isEmpty()) return;
        double limit = result.limitMibPerSecond().getAsDouble();
        Spread part = result.spread(ours, one -> one.mibPerSecond() / limit);
        double busy = result.spread(ours, MeasuredVariant::threadBusy).median();
        String target = ">= " + number(MIN_SHARE_OF_LIMIT) + " or >= " + number(CPU_BOUND);
        boolean met = part.median() >= MIN_SHARE_OF_LIMIT || busy >= CPU_BOUND;
        line(words("share of the limit", ours, "or share of time on a CPU", target, part) + "  " + verdict(met)
                + "; thread on a CPU " + number(busy));
    }

    private void line(String what, ReaderVariant ours, ReaderVariant other, String target, Spread ratio, boolean met) {
        line(words(what, ours, "/ " + other, target, ratio) + "  " + verdict(met));
    }

    private void line(String line) {
        text.append(line).append(System.lineSeparator());
    }

    private static String words(String what, ReaderVariant ours, String beside, String target, Spread ratio) {
        return String.format(
                Locale.ROOT,
                "  %-19s %-38s %-28s %-24s %6s (%s to %s)",
                what,
                ours,
                beside,
                target,
                number(ratio.median()),
                number(ratio.min()),
                number(ratio.max()));
    }

    private String verdict(boolean met) {
        if (!hasTargets) return "";
        return met ? "met" : "NOT MET";
    }

    private static String number(double value) {
        return String.format(Locale.ROOT, value < 9.995 ? "%.2f" : "%.1f", value);
    }
}
