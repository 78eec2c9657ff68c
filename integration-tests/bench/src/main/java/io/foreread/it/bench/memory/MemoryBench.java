package io.foreread.it.bench.memory;

import io.foreread.it.bench.load.BenchConsole;
import io.foreread.it.bench.load.PreparedTables;
import io.foreread.it.demo.Progress;
import io.foreread.it.fixture.NodeStartException;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code ./bench memory}. Exit code 0: the limit was kept at every sample; 1: it was not, or the load failed; 2: wrong options. */
@Command(
        name = "memory",
        sortOptions = false,
        usageHelpWidth = 110,
        description = {
            "How much direct memory the agent adds: two nodes, one with the agent, run the same compactions, rewrites,",
            "scrubs and range reads while the block size changes every few seconds. At every sample the node with the",
            "agent may use at most the buffer budget and 8 MiB more than the other.",
            ""
        })
public final class MemoryBench implements Callable<Integer> {
    @CommandLine.Spec
    private CommandLine.Model.CommandSpec spec;

    @Option(
            names = "--minutes",
            paramLabel = "N",
            defaultValue = "60",
            description = "Duration of the load. Default: ${DEFAULT-VALUE}")
    private int minutes;

    @Option(
            names = "--cassandra",
            paramLabel = "RELEASE",
            defaultValue = "4.1",
            description = "Exact version, or a line (its newest release). Default: ${DEFAULT-VALUE}")
    private String release;

    @Option(names = "--json", paramLabel = "FILE", description = "Write the result and all samples to this file too")
    private Path json;

    private final BenchConsole console = new BenchConsole();
    private final PrintStream out = console.out();
    private final Progress progress = console.progress();

    @Override
    public Integer call() throws IOException {
        MemoryOptions options = options();
        Path storage = console.runDirectory();
        progress.step("Cassandra " + options.release() + ": starting two nodes");
        boolean met = false;
        try (MemoryNodes nodes = MemoryNodes.start(options.release(), storage)) {
            progress.done("started");
            MemoryResult result = new MemoryRun(nodes, options.minutes(), progress).run();
            out.print(MemoryReport.of(result));
            if (options.json() != null) MemoryJson.write(result, options.json());
            met = result.isMet();
        } catch (NodeStartException e) {
            console.fail("./bench memory", e);
        } finally {
            // The logs help to find out why the limit was not kept.
            if (met) PreparedTables.deleteTree(storage);
            else out.println("Logs: " + storage);
        }
        return met ? 0 : 1;
    }

    private MemoryOptions options() {
        try {
            return MemoryOptions.of(release, minutes, json);
        } catch (IllegalArgumentException e) {
            throw new CommandLine.ParameterException(spec.commandLine(), e.getMessage());
        }
    }
}
