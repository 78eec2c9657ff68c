package io.foreread.it.bench.compaction;

import io.foreread.it.bench.comparison.MarkdownTable;
import io.foreread.it.bench.comparison.Measured;
import io.foreread.it.bench.comparison.Quantities;
import io.foreread.it.bench.laboratory.Calibration;
import io.foreread.it.bench.laboratory.Spread;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/** Formats the results of {@code ./bench compaction}. Tables contain medians of all rounds. */
final class CompactionReport {
    private static final List<String> COLUMNS = List.of(
            "contender",
            "MiB/s",
            "% of MiB/s",
            "% of IOPS",
            "device reads",
            "mean KiB",
            "device busy",
            "CPU ms per MiB",
            "node's cores",
            "thread on CPU",
            "allocated",
            "direct MiB",
            "blocked");

    private CompactionReport() {}

    static String text(CompactionResult result) {
        return String.format(
                Locale.ROOT,
                "%nThe volume measured by fio (O_DIRECT)%n%n%s%n%s%n%s; %.0f MiB on disk in all sstables; medians of %d rounds%n"
                        + "%n%s%nInput in the page cache after the compaction, in KiB%n%n%s%n%s",
                volumeTable(result),
                result.volume(),
                result.data(),
                result.turns().get(0).inputMib(),
                result.turns().stream().mapToInt(MeasuredVariant::round).max().orElse(0),
                contenderTable(result),
                cachedTable(result),
                comparisonTable(result));
    }

    static String contenderTable(CompactionResult result) {
        MarkdownTable table = new MarkdownTable(COLUMNS);
        for (String contender : result.contenders()) addRow(table, result, contender);
        return table.text();
    }

    private static void addRow(MarkdownTable table, CompactionResult result, String contender) {
        Spread speed = result.spread(contender, MeasuredVariant::mibPerSecond);
        table.row(
                contender,
                number(1, speed.median()) + " (" + number(1, speed.min()) + " to " + number(1, speed.max()) + ")",
                percent(speed.median(), result.limitMibPerSecond()),
                percent(median(result, contender, MeasuredVariant::iops), result.limitIops()),
                number(0, median(result, contender, MeasuredVariant::deviceReads)),
                number(1, median(result, contender, MeasuredVariant::meanDeviceReadBytes) / 1024),
                number(2, median(result, contender, one -> one.device().busyMillis()) / 1000) + " s",
                number(2, median(result, contender, MeasuredVariant::cpuSecondsPerMib) * 1000),
                number(2, median(result, contender, one -> one.cpuMillis() / 1000.0 / one.seconds())),
                number(0, median(result, contender, MeasuredVariant::threadBusy) * 100) + " %",
                number(2, median(result, contender, MeasuredVariant::allocatedPerByte)),
                number(1, median(result, contender, MeasuredVariant::directBytesMax) / (1 << 20)),
                blocked(result.of(contender)));
    }

    private static String blocked(List<MeasuredVariant> turns) {
        List<Long> millis = turns.stream()
                .map(MeasuredVariant::blockedMillis)
                .filter(Objects::nonNull)
                .toList();
        return millis.isEmpty()
                ? ""
                : number(2, Spread.of(millis, Long::doubleValue).median() / 1000) + " s";
    }

    /** The KiB of each sstable component that are in the page cache after the compaction; empty if not measured. */
    static String cachedTable(CompactionResult result) {
        Set<String> components = new TreeSet<>();
        for (MeasuredVariant turn : result.turns())
            components.addAll(turn.leftCachedBytes().keySet());
        if (components.isEmpty()) return "";
        List<String> header = new ArrayList<>(components);
        header.add(0, "contender");
        MarkdownTable table = new MarkdownTable(header);
        for (String contender : result.contenders()) {
            List<Object> cells = new ArrayList<>(List.of(contender));
            for (String component : components)
                cells.add(number(
                        0,
                        median(result, contender, one -> one.leftCachedBytes().getOrDefault(component, 0L)) / 1024));
            table.row(cells.toArray());
        }
        return table.text();
    }

    static String volumeTable(CompactionResult result) {
        MarkdownTable table = new MarkdownTable(List.of("pattern", "KiB", "IOPS", "MiB/s"));
        for (Calibration.Reading reading : result.calibration())
            table.row(
                    reading.pattern().equals("read") ? "sequential" : "random",
                    reading.blockKib(),
                    number(0, reading.iops()),
                    number(1, reading.mibPerSecond()));
        return table.text();
    }

    static String comparisonTable(CompactionResult result) {
        return quantities(result).table(result.turns(), CompactionGoals.withBothShares(result.comparisons()));
    }

    static List<Measured> measured(CompactionResult result) {
        return quantities(result).measured(result.turns(), CompactionGoals.withBothShares(result.comparisons()));
    }

    private static Quantities<MeasuredVariant> quantities(CompactionResult result) {
        @Nullable Double limit = result.limitMibPerSecond();
        ToDoubleFunction<MeasuredVariant> bandwidth = turn -> limit == null ? Double.NaN : turn.mibPerSecond() / limit;
        return new Quantities<>(Map.of(
                CompactionGoals.THROUGHPUT, MeasuredVariant::mibPerSecond,
                CompactionGoals.DEVICE_READS, MeasuredVariant::deviceReads,
                CompactionGoals.CPU_PER_MIB, MeasuredVariant::cpuSecondsPerMib,
                CompactionGoals.ALLOCATED, MeasuredVariant::allocatedPerByte,
                CompactionGoals.BANDWIDTH_SHARE, bandwidth,
                CompactionGoals.THREAD_CPU, MeasuredVariant::threadBusy,
                CompactionGoals.LIMIT_SHARE, turn -> Math.max(bandwidth.applyAsDouble(turn), turn.threadBusy())));
    }

    private static double median(CompactionResult result, String contender, ToDoubleFunction<MeasuredVariant> value) {
        return result.spread(contender, value).median();
    }

    private static String percent(double value, @Nullable Double limit) {
        return limit == null || limit == 0 ? "" : number(0, value / limit * 100);
    }

    private static String number(int decimals, double value) {
        return String.format(Locale.ROOT, "%,." + decimals + "f", value);
    }
}
