package io.foreread.it.bench.compaction;

import io.foreread.it.bench.comparison.MarkdownTable;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;

/** Formats the profiles of {@code ./bench compaction --profile}: the shares of each contender, the largest first. */
final class CompactionProfileReport {
    private static final int TOP = 12;

    private CompactionProfileReport() {}

    /** Returns the tables; empty if nothing was profiled. */
    static String text(List<CompactionProfile> profiles) {
        if (profiles.isEmpty()) return "";
        return "\nJava code of the compacting thread, without native code\n\n" + stageTable(profiles)
                + "\nCPU time of the compacting thread by library\n\n" + libraryTable(profiles)
                + "\nAllocation by site\n\n" + siteTable(profiles);
    }

    static String stageTable(List<CompactionProfile> profiles) {
        return table("stage", profiles, CompactionProfile::stageSamples);
    }

    static String libraryTable(List<CompactionProfile> profiles) {
        return table("library", profiles, CompactionProfile::librarySamples);
    }

    static String siteTable(List<CompactionProfile> profiles) {
        return table("site", profiles, CompactionProfile::siteBytes);
    }

    private static String table(
            String what, List<CompactionProfile> profiles, Function<CompactionProfile, Map<String, Long>> weights) {
        List<String> header = new ArrayList<>(List.of(what));
        profiles.forEach(profile -> header.add(profile.contender()));
        MarkdownTable table = new MarkdownTable(header);
        profiles.stream()
                .flatMap(profile -> weights.apply(profile).keySet().stream())
                .distinct()
                .sorted(Comparator.comparing((String name) -> -maxShare(name, profiles, weights))
                        .thenComparing(Comparator.naturalOrder()))
                .limit(TOP)
                .forEach(name -> {
                    List<Object> cells = new ArrayList<>(List.of(name));
                    profiles.forEach(profile -> cells.add(
                            String.format(Locale.ROOT, "%.1f %%", 100 * share(name, weights.apply(profile)))));
                    table.row(cells.toArray());
                });
        return table.text();
    }

    private static double maxShare(
            String name, List<CompactionProfile> profiles, Function<CompactionProfile, Map<String, Long>> weights) {
        return profiles.stream()
                .mapToDouble(profile -> share(name, weights.apply(profile)))
                .max()
                .orElse(0);
    }

    private static double share(String name, Map<String, Long> weights) {
        long all = weights.values().stream().mapToLong(Long::longValue).sum();
        return all == 0 ? 0 : weights.getOrDefault(name, 0L) / (double) all;
    }
}
