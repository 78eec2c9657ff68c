package io.foreread.it.bench.compaction;

import io.foreread.it.bench.laboratory.DataSpec;
import io.foreread.it.bench.laboratory.ReaderVariant;
import io.foreread.it.fixture.ChildJvmNode;
import io.foreread.it.fixture.SavedSSTables;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.Locale;
import java.util.Map;

/**
 * Profiles CPU and allocation of a compaction from the page cache with Flight Recorder, and with perf if it
 * is installed.
 */
final class CompactionProfile implements Trial.Profiling {
    private static final String NAME = "foreread-bench";
    private static final int TOP = 12;
    /** Compactions in each profile, because a compaction of a few seconds has only about a hundred samples. */
    private static final int COMPACTIONS = 5;

    private final Path directory;
    private final StringBuilder text = new StringBuilder();

    /** @param directory the directory to which recordings are written */
    CompactionProfile(Path directory) {
        this.directory = directory;
    }

    /** The tables of all profiles so far. */
    String table() {
        return CpuLibraries.areAvailable()
                ? text.toString()
                : text + String.format("%nInstall perf (Debian: linux-perf) for the CPU time by library.%n");
    }

    @Override
    public void profile(ChildJvmNode node, ReaderVariant contender, SavedSSTables input) {
        Path recording = directory.resolve("compaction-" + contender.fileName() + ".jfr");
        node.jmx().diagnose("jfrStart", "name=" + NAME, "settings=profile");
        if (CpuLibraries.areAvailable()) compactSampled(node, contender, input);
        else compact(node, input);
        node.jmx().diagnose("jfrStop", "name=" + NAME, "filename=" + recording);
        if (!Files.isRegularFile(recording))
            throw new IllegalStateException("the node's JVM wrote no recording to " + recording);
        add("Java code of the compacting thread, without native code", contender, CpuStages.of(recording));
        add("Allocation by site", contender, AllocationSites.of(recording));
        text.append(String.format("%nThe recording: %s%n", recording));
    }

    private void compactSampled(ChildJvmNode node, ReaderVariant contender, SavedSSTables input) {
        CpuLibraries libraries =
                CpuLibraries.sample(node.pid(), directory.resolve("compaction-" + contender.fileName() + ".perf"));
        try (libraries) {
            compact(node, input);
        }
        try {
            add("CPU time of the compacting thread by library", contender, libraries.samples());
        } catch (IllegalStateException e) {
            // The measurements and the rest of the profile are still useful.
            text.append(String.format("%nCPU time by library: %s%n", e.getMessage()));
        }
    }

    private static void compact(ChildJvmNode node, SavedSSTables input) {
        for (int i = 0; i < COMPACTIONS; i++) {
            input.restoreHot();
            node.jmx().majorCompact(DataSpec.KEYSPACE, DataSpec.TABLE);
        }
    }

    private void add(String what, ReaderVariant contender, Map<String, Long> weights) {
        text.append(String.format("%n%s: %s%n", what, contender)).append(shares(weights));
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
