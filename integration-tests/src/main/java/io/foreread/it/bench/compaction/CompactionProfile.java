package io.foreread.it.bench.compaction;

import io.foreread.it.bench.laboratory.Contender;
import io.foreread.it.bench.laboratory.DataSpec;
import io.foreread.it.fixture.ChildJvmNode;
import io.foreread.it.fixture.SavedSSTables;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.Locale;
import java.util.Map;

/** What a compaction from the page cache spends its CPU on, and where it allocates, by Flight Recorder. */
final class CompactionProfile implements Trial.Profiling {
    private static final String NAME = "foreread-bench";
    private static final int TOP = 12;

    private final Path directory;
    private final StringBuilder text = new StringBuilder();

    /** @param directory where recordings are kept */
    CompactionProfile(Path directory) {
        this.directory = directory;
    }

    /** All profiles so far. */
    String table() {
        return text.toString();
    }

    @Override
    public void profile(ChildJvmNode node, Contender contender, SavedSSTables input) {
        input.restoreHot();
        Path recording = directory.resolve("compaction-" + contender.fileName() + ".jfr");
        node.jmx().diagnose("jfrStart", "name=" + NAME, "settings=profile");
        node.jmx().majorCompact(DataSpec.KEYSPACE, DataSpec.TABLE);
        node.jmx().diagnose("jfrStop", "name=" + NAME, "filename=" + recording);
        if (!Files.isRegularFile(recording))
            throw new IllegalStateException("the node's JVM wrote no recording to " + recording);
        text.append(String.format(
                "%nJava code of the compacting thread, native code left out: %s (%s)%n", contender, recording));
        text.append(shares(CpuStages.of(recording)));
        text.append(String.format("%nAllocation by site: %s%n", contender));
        text.append(shares(AllocationSites.of(recording)));
    }

    static String shares(Map<String, Long> weights) {
        long all = weights.values().stream().mapToLong(Long::longValue).sum();
        StringBuilder table = new StringBuilder();
        weights.entrySet().stream()
                .sorted(Map.Entry.<String, Long>comparingByValue(Comparator.reverseOrder()))
                .limit(TOP)
                .forEach(one -> table.append(
                        String.format(Locale.ROOT, "  %5.1f %%  %s%n", 100.0 * one.getValue() / all, one.getKey())));
        return table.toString();
    }
}
