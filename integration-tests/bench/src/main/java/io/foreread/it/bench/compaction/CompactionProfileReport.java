package io.foreread.it.bench.compaction;

import io.foreread.it.bench.comparison.MarkdownTable;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Formats the profiles of {@code ./bench compaction --profile}: the shares of each contender, the largest first. */
final class CompactionProfileReport {
    private static final int TOP = 12;

    private CompactionProfileReport() {}

    /** Returns the tables that have rows, with titles. */
    static String text(List<CompactionProfile> profiles) {
        return titled("Java code of the compacting thread, without native code", stageTable(profiles))
                + titled("CPU time of the compacting thread by library", libraryTable(profiles))
                + titled("Allocation by site", siteTable(profiles));
    }

    private static String titled(String title, String table) {
        return table.isEmpty() ? "" : "\n" + title + "\n\n" + table;
    }

    static String stageTable(List<CompactionProfile> profiles) {
        return table("stage", "samples", profiles, CompactionProfile::stageSamples);
    }

    static String libraryTable(List<CompactionProfile> profiles) {
        return table("library", "samples", profiles, CompactionProfile::librarySamples);
    }

    static String siteTable(List<CompactionProfile> profiles) {
        return table("site", "bytes", profiles, CompactionProfile::siteBytes);
    }

    private static String table(
            String what,
            String unit,
            List<CompactionProfile> profiles,
            Function<CompactionProfile, Map<String, Long>> weights) {
        List<String> header = new ArrayList<>(List.of(what));
        profiles.forEach(profile -> header.add(profile.contender()));
        MarkdownTable table = new MarkdownTable(header);
        List<Map<String, Double>> shares = profiles.stream()
                .map(weights)
                .map(CompactionProfileReport::shares)
                .toList();
        Map<String, Double> largest = new TreeMap<>();
        shares.forEach(one -> one.forEach((name, share) -> largest.merge(name, share, Math::max)));
        largest.entrySet().stream()
                .sorted(Map.Entry.comparingByValue(Comparator.reverseOrder()))
                .limit(TOP)
                .map(Map.Entry::getKey)
                .forEach(name -> {
                    List<Object> cells = new ArrayList<>(List.of(name));
                    shares.forEach(
                            one -> cells.add(String.format(Locale.ROOT, "%.1f %%", 100 * one.getOrDefault(name, 0.0))));
                    table.row(cells.toArray());
                });
        if (!largest.isEmpty()) table.row(sums(unit, profiles.stream().map(weights)));
        return table.text();
    }

    /** The row that shows how many samples or bytes the shares are of. */
    private static Object[] sums(String unit, Stream<Map<String, Long>> weights) {
        return Stream.concat(
                        Stream.of("all, " + unit),
                        weights.map(one -> String.format(
                                Locale.ROOT,
                                "%,d",
                                one.values().stream().mapToLong(Long::longValue).sum())))
                .toArray();
    }

    private static Map<String, Double> shares(Map<String, Long> weights) {
        double all = weights.values().stream().mapToLong(Long::longValue).sum();
        return weights.entrySet().stream().collect(Collectors.toMap(Map.Entry::getKey, one -> one.getValue() / all));
    }
}
