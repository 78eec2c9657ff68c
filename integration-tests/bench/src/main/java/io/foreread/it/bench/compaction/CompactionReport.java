package io.foreread.it.bench.compaction;

import io.foreread.it.bench.laboratory.ReaderVariant;
import io.foreread.it.bench.laboratory.Spread;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.ToDoubleFunction;

/** Formats the results of {@code ./bench compaction} as text. */
final class CompactionReport {
    private static final String ROW = "  %-38s %7s %13s %6s %6s %9s %8s %7s %9s %6s %7s %9s %8s %8s%n";

    private final CompactionResult result;
    private final StringBuilder text = new StringBuilder();

    private CompactionReport(CompactionResult result) {
        this.result = result;
    }

    static String table(CompactionResult result) {
        return new CompactionReport(result).write();
    }

    private String write() {
        MeasuredVariant any = result.of(result.contenders().get(0)).get(0);
        add(
                "%n%s%n%s; %.0f MiB on disk in all sstables; medians of %d rounds%n%n",
                result.volume().words(),
                result.data().words(),
                any.inputMib(),
                result.contenders().stream()
                        .mapToInt(one -> result.of(one).size())
                        .min()
                        .orElse(0));
        add(
                ROW,
                "",
                "MiB/s",
                "min - max",
                "% of",
                "% of",
                "device",
                "mean",
                "device",
                "CPU ms",
                "node",
                "thread",
                "allocated",
                "direct",
                "blocked");
        add(
                ROW,
                "",
                "",
                "",
                "MiB/s",
                "IOPS",
                "reads",
                "KiB",
                "busy s",
                "per MiB",
                "cores",
                "on CPU",
                "per byte",
                "MiB",
                "s");
        for (ReaderVariant contender : result.contenders()) line(contender);
        cached();
        return text.toString();
    }

    /** Adds the KiB of each sstable component that remain in the page cache, if they were measured. */
    private void cached() {
        Set<String> components = new TreeSet<>();
        for (ReaderVariant contender : result.contenders())
            for (MeasuredVariant one : result.of(contender))
                components.addAll(one.leftCachedBytes().keySet());
        if (components.isEmpty()) return;
        add(
                "%nKiB of the input in the page cache afterwards: pages that were read and not evicted by Cassandra%n%n  %-38s",
                "");
        for (String component : components) add(" %16s", component);
        for (ReaderVariant contender : result.contenders()) {
            add("%n  %-38s", contender.id());
            for (String component : components)
                add(" %,16.0f", median(contender, one -> one.leftCachedBytes().getOrDefault(component, 0L)) / 1024);
        }
        add("%n");
    }

    private void line(ReaderVariant contender) {
        Spread speed = result.spread(contender, MeasuredVariant::mibPerSecond);
        add(
                ROW,
                contender.id(),
                number(speed.median(), 1),
                number(speed.min(), 1) + " - " + number(speed.max(), 1),
                percent(speed.median(), result.limitMibPerSecond()),
                percent(median(contender, MeasuredVariant::iops), result.limitIops()),
                String.format(Locale.ROOT, "%,.0f", median(contender, MeasuredVariant::deviceReads)),
                number(median(contender, MeasuredVariant::meanDeviceReadBytes) / 1024, 1),
                number(median(contender, one -> one.device().busyMillis() / 1000.0), 2),
                number(median(contender, MeasuredVariant::cpuSecondsPerMib) * 1000, 2),
                number(median(contender, one -> one.cpuMillis() / 1000.0 / one.seconds()), 2),
                number(median(contender, MeasuredVariant::threadBusy) * 100, 0) + " %",
                number(median(contender, MeasuredVariant::allocatedPerByte), 2),
                number(median(contender, one -> one.directBytesMax() / (double) (1 << 20)), 1),
                blocked(contender));
    }

    private String blocked(ReaderVariant contender) {
        OptionalLong millis = blockedMillis(result.of(contender));
        return millis.isEmpty() ? "-" : number(millis.getAsLong() / 1000.0, 2);
    }

    /** The median time blocked in reads; empty if it was not measured. */
    static OptionalLong blockedMillis(List<MeasuredVariant> measured) {
        List<Long> values = measured.stream()
                .filter(one -> one.blockedMillis().isPresent())
                .map(one -> one.blockedMillis().getAsLong())
                .toList();
        return values.isEmpty()
                ? OptionalLong.empty()
                : OptionalLong.of(
                        Math.round(Spread.of(values, Long::doubleValue).median()));
    }

    private double median(ReaderVariant contender, ToDoubleFunction<MeasuredVariant> value) {
        return result.spread(contender, value).median();
    }

    private static String percent(double value, OptionalDouble limit) {
        return limit.isEmpty() || limit.getAsDouble() == 0 ? "-" : number(value / limit.getAsDouble() * 100, 0);
    }

    static String number(double value, int decimals) {
        return String.format(Locale.ROOT, "%." + decimals + "f", value);
    }

    private void add(String format, Object... arguments) {
        text.append(String.format(Locale.ROOT, format, arguments));
    }
}
