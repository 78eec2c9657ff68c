package io.foreread.it.bench.compaction;

import io.foreread.it.bench.laboratory.DataSpec;
import io.foreread.it.bench.laboratory.ReaderVariant;
import io.foreread.it.fixture.ChildJvmNode;
import io.foreread.it.fixture.Progress;
import io.foreread.it.fixture.SavedSSTables;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Profiles CPU and allocation of a compaction from the page cache with Flight Recorder, and with perf if it
 * is installed.
 */
final class CompactionProfiler implements Trial.Profiling {
    private static final String NAME = "foreread-bench";
    /** Compactions in each profile, because a compaction of a few seconds has only about a hundred samples. */
    private static final int COMPACTIONS = 5;

    private final Path directory;
    private final Progress progress;
    private final List<CompactionProfile> profiles = new ArrayList<>();

    /** @param directory the directory to which recordings are written */
    CompactionProfiler(Path directory, Progress progress) {
        this.directory = directory;
        this.progress = progress;
    }

    /** The profiles so far. */
    List<CompactionProfile> profiles() {
        return List.copyOf(profiles);
    }

    @Override
    public void profile(ChildJvmNode node, ReaderVariant contender, SavedSSTables input) {
        progress.step("profiling " + COMPACTIONS + " compactions of " + contender);
        Path recording = directory.resolve("compaction-" + contender.fileName() + ".jfr");
        node.jmx().diagnose("jfrStart", "name=" + NAME, "settings=profile");
        Map<String, Long> libraries = Map.of();
        String perf = "";
        if (CpuLibraries.areAvailable()) {
            CpuLibraries sampled = compactSampled(node, contender, input);
            try {
                libraries = sampled.samples();
            } catch (IllegalStateException e) {
                // The measurements and the rest of the profile are still useful.
                perf = "; CPU time by library: " + e.getMessage();
            }
        } else {
            compact(node, input);
            perf = "; install perf (Debian: linux-perf) for the CPU time by library";
        }
        node.jmx().diagnose("jfrStop", "name=" + NAME, "filename=" + recording);
        if (!Files.isRegularFile(recording))
            throw new IllegalStateException("the node's JVM wrote no recording to " + recording);
        profiles.add(new CompactionProfile(
                contender.id(), CpuStages.of(recording), libraries, AllocationSites.of(recording)));
        progress.done("recording: " + recording + perf);
    }

    private CpuLibraries compactSampled(ChildJvmNode node, ReaderVariant contender, SavedSSTables input) {
        CpuLibraries libraries =
                CpuLibraries.sample(node.pid(), directory.resolve("compaction-" + contender.fileName() + ".perf"));
        try (libraries) {
            compact(node, input);
        }
        return libraries;
    }

    private void compact(ChildJvmNode node, SavedSSTables input) {
        for (int i = 0; i < COMPACTIONS; i++) {
            input.restoreHot();
            progress.whileRunning(() -> node.jmx().majorCompact(DataSpec.KEYSPACE, DataSpec.TABLE));
        }
    }
}
