package io.foreread.it.bench.readahead;

import io.foreread.it.bench.compaction.CompactionGoals;
import io.foreread.it.bench.comparison.MarkdownTable;
import io.foreread.it.bench.comparison.Measured;
import io.foreread.it.bench.comparison.Quantities;
import io.foreread.it.bench.laboratory.Spread;
import io.foreread.it.bench.reads.ReadsGoals;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;

/** Formats the medians of each contender at each kernel readahead, and compares Foreread with the stock readers. */
final class KernelReadAheadReport {
    private static final List<String> COLUMNS = List.of(
            "readahead",
            "contender",
            "compaction MiB/s",
            "KiB per point read",
            "device reads per point read",
            "p99 ms alone",
            "p99 ms during compactions",
            "p99.9 ms during compactions",
            "failed");
    private static final Quantities<KernelReadAheadTurn> QUANTITIES = new Quantities<>(Map.of(
            CompactionGoals.THROUGHPUT, turn -> turn.compaction().mibPerSecond(),
            ReadsGoals.POINT_P99, turn -> turn.alone().p99Millis(),
            ReadsGoals.POINT_BYTES, turn -> turn.alone().bytesPerRequest(),
            ReadsGoals.COMPACTION_P99, turn -> turn.duringCompactions().p99Millis(),
            ReadsGoals.COMPACTION_P999, turn -> turn.duringCompactions().p999Millis()));

    private KernelReadAheadReport() {}

    static String text(KernelReadAheadResult result) {
        return String.format(
                Locale.ROOT,
                "%n%s; %s; page cache of %d MiB; %,d requests a second%n%n%s%n%s",
                result.volume(),
                result.data(),
                result.cacheMib(),
                result.perSecond(),
                contenderTable(result),
                comparisonTable(result));
    }

    /** Returns a table with the smallest kernel readahead first. */
    static String contenderTable(KernelReadAheadResult result) {
        Map<String, List<KernelReadAheadTurn>> byContender = result.turns().stream()
                .sorted(Comparator.comparingInt(KernelReadAheadTurn::readAheadKib))
                .collect(
                        Collectors.groupingBy(KernelReadAheadTurn::contender, LinkedHashMap::new, Collectors.toList()));
        MarkdownTable table = new MarkdownTable(COLUMNS);
        for (List<KernelReadAheadTurn> turns : byContender.values())
            table.row(
                    turns.get(0).readAheadKib() + " KiB",
                    turns.get(0).reader(),
                    cell(1, turns, turn -> turn.compaction().mibPerSecond()),
                    cell(1, turns, turn -> turn.alone().bytesPerRequest() / 1024),
                    cell(1, turns, turn -> turn.alone().deviceReadsPerRequest()),
                    cell(2, turns, turn -> turn.alone().p99Millis()),
                    cell(2, turns, turn -> turn.duringCompactions().p99Millis()),
                    cell(2, turns, turn -> turn.duringCompactions().p999Millis()),
                    turns.stream()
                            .mapToLong(turn -> turn.alone().failed()
                                    + turn.duringCompactions().failed())
                            .sum());
        return table.text();
    }

    /** Returns a table of the median throughputs of a compaction in MiB/s, with a column for each reader, in the order of the first round. */
    static String throughputTable(KernelReadAheadResult result) {
        List<String> readers = result.turns().stream()
                .map(KernelReadAheadTurn::reader)
                .distinct()
                .toList();
        Map<Integer, Map<String, List<KernelReadAheadTurn>>> turns = result.turns().stream()
                .collect(Collectors.groupingBy(
                        KernelReadAheadTurn::readAheadKib,
                        TreeMap::new,
                        Collectors.groupingBy(KernelReadAheadTurn::reader)));
        List<String> header = new ArrayList<>(List.of("readahead"));
        header.addAll(readers);
        MarkdownTable table = new MarkdownTable(header);
        turns.forEach((kib, byReader) -> {
            List<Object> row = new ArrayList<>(List.of(kib + " KiB"));
            for (String reader : readers) row.add(throughput(byReader.getOrDefault(reader, List.of())));
            table.row(row.toArray());
        });
        return table.text();
    }

    private static String throughput(List<KernelReadAheadTurn> turns) {
        if (turns.isEmpty()) return "";
        return String.format(
                Locale.ROOT,
                "%.1f",
                Spread.of(turns, turn -> turn.compaction().mibPerSecond()).median());
    }

    static String comparisonTable(KernelReadAheadResult result) {
        return QUANTITIES.table(result.turns(), result.comparisons());
    }

    static List<Measured> measured(KernelReadAheadResult result) {
        return QUANTITIES.measured(result.turns(), result.comparisons());
    }

    /** The median, with minimum and maximum if there are several rounds. */
    private static String cell(
            int decimals, List<KernelReadAheadTurn> turns, ToDoubleFunction<KernelReadAheadTurn> value) {
        Spread spread = Spread.of(turns, value);
        String number = "%,." + decimals + "f";
        return turns.size() == 1
                ? String.format(Locale.ROOT, number, spread.median())
                : String.format(
                        Locale.ROOT,
                        number + " (" + number + " to " + number + ")",
                        spread.median(),
                        spread.min(),
                        spread.max());
    }
}
