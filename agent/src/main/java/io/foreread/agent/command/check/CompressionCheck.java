package io.foreread.agent.command.check;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** Determines which share of the data is compressed, by the sstables in the data directories. */
final class CompressionCheck implements Check {
    private static final String NAME = "compression";
    private static final int MAX_NAMED_TABLES = 5;

    @Override
    public Finding of(CheckedNode node) {
        List<ListedSstable> sstables;
        try {
            sstables = ListedSstable.in(node.dataDirectories());
        } catch (IOException e) {
            return new Finding(
                    NAME,
                    "unknown",
                    Verdict.UNKNOWN,
                    "The sstables cannot be listed: " + e.getMessage() + ". Run the command as the user of the node.");
        }
        if (sstables.isEmpty())
            return new Finding(
                    NAME,
                    "no sstables in "
                            + node.dataDirectories().stream()
                                    .map(Path::toString)
                                    .collect(Collectors.joining(", ")),
                    Verdict.UNKNOWN,
                    "There is nothing to scan.");
        long all = sstables.stream().mapToLong(ListedSstable::bytes).sum();
        long compressed = sstables.stream()
                .filter(ListedSstable::isCompressed)
                .mapToLong(ListedSstable::bytes)
                .sum();
        String formats = sstables.stream()
                .map(ListedSstable::format)
                .collect(Collectors.toCollection(TreeSet::new))
                .toString();
        String value = String.format(
                Locale.ROOT,
                "%d %% of %s in %d sstables, format %s",
                all == 0 ? 100 : 100 * compressed / all,
                size(all),
                sstables.size(),
                formats.substring(1, formats.length() - 1));
        String reason = "Foreread reads ahead in compressed and in uncompressed sstables.";
        if (compressed < all) {
            reason += " Not compressed: " + uncompressed(sstables) + ".";
            if (node.hasNativeReadAhead()) reason += " The native read-ahead does not cover these tables.";
        }
        return new Finding(NAME, value, Verdict.HELPS, reason);
    }

    private static String uncompressed(List<ListedSstable> sstables) {
        List<String> tables = sstables.stream()
                .filter(sstable -> !sstable.isCompressed())
                .map(ListedSstable::table)
                .distinct()
                .sorted()
                .collect(Collectors.toList());
        String named = tables.stream().limit(MAX_NAMED_TABLES).collect(Collectors.joining(", "));
        return tables.size() > MAX_NAMED_TABLES
                ? named + " and " + (tables.size() - MAX_NAMED_TABLES) + " more"
                : named;
    }

    private static String size(long bytes) {
        return bytes >> 30 >= 10 ? (bytes >> 30) + " GiB" : ((bytes + (1 << 20) - 1) >> 20) + " MiB";
    }
}
