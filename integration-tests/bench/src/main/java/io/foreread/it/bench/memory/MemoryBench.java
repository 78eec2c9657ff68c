package io.foreread.it.bench.memory;

import io.foreread.it.bench.command.BenchCommand;
import io.foreread.it.bench.command.JsonFile;
import io.foreread.it.bench.command.MinutesOption;
import io.foreread.it.bench.command.ReleaseOption;
import io.foreread.it.bench.results.BenchTables;
import io.foreread.it.fixture.Progress;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code ./bench memory}. It succeeds if every sample keeps the limit and no operation fails. */
@Command(
        name = "memory",
        sortOptions = false,
        usageHelpWidth = 110,
        description = {
            "Measures how much direct memory the agent adds: two nodes, one with the agent, run the same compactions,",
            "rewrites, scrubs and range reads while the block size changes every few seconds. In every sample, the node",
            "with the agent may use at most the buffer budget plus 8 MiB more than the other node.",
            ""
        })
public final class MemoryBench extends BenchCommand<MemoryOptions> {
    public static final BenchTables<?> TABLES = new BenchTables<>(
            MemoryResult.class,
            Map.of("maxima", MemoryReport::table, "work", MemoryReport::work),
            MemoryReport::measured);

    @Mixin
    private final MinutesOption minutes = new MinutesOption(1);

    @Mixin
    private final ReleaseOption release = new ReleaseOption("4.1");

    @Mixin
    private final JsonFile json = new JsonFile();

    @Override
    protected MemoryOptions options() {
        return new MemoryOptions(release.version(), minutes.minutes(), json.results());
    }

    @Override
    protected boolean measure(MemoryOptions options) {
        Progress progress = console().progress();
        Path storage = console().runDirectory();
        progress.step("Cassandra " + options.release() + ": starting two nodes");
        boolean met = false;
        try (MemoryNodes nodes = MemoryNodes.start(options.release(), storage)) {
            progress.done("started");
            MemoryResult result = new MemoryRun(nodes, options.minutes(), progress).run();
            console().out().print(MemoryReport.of(result));
            options.results().write(List.of(options.release()), result);
            met = result.met();
        } finally {
            console().endRun(met);
        }
        return met;
    }
}
