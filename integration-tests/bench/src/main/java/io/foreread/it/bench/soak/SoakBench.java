package io.foreread.it.bench.soak;

import io.foreread.it.bench.load.BenchConsole;
import io.foreread.it.bench.load.BenchNode;
import io.foreread.it.bench.load.PreparedTables;
import io.foreread.it.demo.Progress;
import io.foreread.it.fixture.CassandraVersion;
import io.foreread.it.fixture.NodeStartException;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code ./bench soak}. Exit code 0: nothing grows and nothing failed; 1: something did; 2: wrong options. */
@Command(
        name = "soak",
        sortOptions = false,
        usageHelpWidth = 110,
        description = {
            "Whether a node with the agent stays as it is: two nodes, 300 requests a second, compactions, repairs, and",
            "a scrape every second. Heap, direct memory, threads, descriptors and classes of the first must not grow.",
            ""
        })
public final class SoakBench implements Callable<Integer> {
    @CommandLine.Spec
    private CommandLine.Model.CommandSpec spec;

    @Option(
            names = "--minutes",
            paramLabel = "N",
            defaultValue = "60",
            description = "How long the load lasts, at least 3. Default: ${DEFAULT-VALUE}")
    private int minutes;

    @Option(
            names = "--cassandra",
            paramLabel = "VERSION",
            defaultValue = "4.1",
            description = "Exact version, or a line (its newest release). Default: ${DEFAULT-VALUE}")
    private String release;

    @Option(names = "--json", paramLabel = "FILE", description = "Write the result there too")
    private Path json;

    private final BenchConsole console = new BenchConsole();
    private final PrintStream out = console.out();
    private final Progress progress = console.progress();

    @Override
    public Integer call() throws IOException {
        CassandraVersion version = version();
        Path storage = console.runDirectory();
        progress.step("Cassandra " + version + ": starting two nodes");
        boolean well = false;
        try (SoakRing ring = SoakRing.start(version, storage)) {
            progress.done("started");
            SoakResult result = new SoakRun(ring, minutes, progress).run();
            out.print(SoakReport.of(result));
            Path page = console.directory().resolve("soak-" + version + ".html");
            SoakPage.write(result, page);
            out.println("Plots: " + page);
            if (json != null) SoakJson.write(result, json);
            well = result.faults().isEmpty();
        } catch (NodeStartException e) {
            console.fail("./bench soak", e);
        } finally {
            // Whoever looks into a fault wants the logs.
            if (well) PreparedTables.deleteTree(storage);
            else out.println("Logs: " + storage);
        }
        return well ? 0 : 1;
    }

    private CassandraVersion version() {
        try {
            CassandraVersion version = BenchNode.release(release);
            if (minutes < 3) throw new IllegalArgumentException("--minutes: " + minutes + " are too few for a trend");
            return version;
        } catch (IllegalArgumentException e) {
            throw new CommandLine.ParameterException(spec.commandLine(), e.getMessage());
        }
    }
}
