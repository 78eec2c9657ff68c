package io.foreread.it.bench.startup;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.foreread.it.bench.load.BenchConsole;
import io.foreread.it.bench.load.BenchNode;
import io.foreread.it.bench.load.PreparedTables;
import io.foreread.it.demo.Progress;
import io.foreread.it.fixture.AgentJar;
import io.foreread.it.fixture.CassandraVersion;
import io.foreread.it.fixture.NodeStartException;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code ./bench startup}. Exit code 0: all was measured; 1: something failed; 2: wrong options. */
@Command(
        name = "startup",
        sortOptions = false,
        usageHelpWidth = 110,
        description = {
            "What the agent adds to a node's start: time until it listens for CQL, resident memory, CPU.",
            "Stock and with Foreread in turn, each on an empty directory. Five minutes with all defaults.",
            ""
        })
public final class StartupBench implements Callable<Integer> {
    @CommandLine.Spec
    private CommandLine.Model.CommandSpec spec;

    @Option(
            names = "--cassandra",
            paramLabel = "VERSION",
            defaultValue = "4.1",
            description = "Exact version, or a line (its newest release). Default: ${DEFAULT-VALUE}")
    private String release;

    @Option(
            names = "--rounds",
            paramLabel = "N",
            defaultValue = "5",
            description = "Starts of each kind. Default: ${DEFAULT-VALUE}")
    private int rounds;

    @Option(names = "--json", paramLabel = "FILE", description = "Write the medians there too")
    private Path json;

    private final BenchConsole console = new BenchConsole();
    private final PrintStream out = console.out();
    private final Progress progress = console.progress();

    @Override
    public Integer call() throws IOException {
        CassandraVersion version;
        try {
            version = BenchNode.release(release);
        } catch (IllegalArgumentException e) {
            throw new CommandLine.ParameterException(spec.commandLine(), e.getMessage());
        }
        if (json != null && !Files.isDirectory(json.toAbsolutePath().getParent()))
            throw new CommandLine.ParameterException(
                    spec.commandLine(),
                    "--json: there is no directory " + json.toAbsolutePath().getParent());
        if (rounds < 1) throw new CommandLine.ParameterException(spec.commandLine(), "--rounds: at least 1");
        Path storage = console.runDirectory();
        List<Start> stock = new ArrayList<>();
        List<Start> withAgent = new ArrayList<>();
        try {
            // Once without being counted: jars, and the disk's pages of them, are cached for all who follow.
            start(version, storage, true, "Once before: with Foreread");
            for (int round = 1; round <= rounds; round++) {
                String title = "Start " + round + "/" + rounds + ": ";
                stock.add(start(version, storage, false, title + "stock"));
                withAgent.add(start(version, storage, true, title + "with Foreread"));
            }
        } catch (NodeStartException e) {
            console.fail("./bench startup", e);
            return console.exitCode();
        }
        out.printf("%nCassandra %s, medians of %d starts in turn%n%n", version, rounds);
        long jarBytes = Files.size(AgentJar.locate());
        out.print(StartupReport.of(stock, withAgent, jarBytes));
        if (json != null)
            new ObjectMapper()
                    .writerWithDefaultPrettyPrinter()
                    .writeValue(json.toFile(), json(version, stock, withAgent, jarBytes));
        return 0;
    }

    private Start start(CassandraVersion version, Path storage, boolean agent, String title) {
        progress.step(title);
        try {
            Start start = StartedNode.measure(version, storage, agent);
            progress.done(String.format(Locale.ROOT, "%.1f s, %.0f MiB", start.seconds(), start.residentMib()));
            return start;
        } finally {
            PreparedTables.deleteTree(storage);
        }
    }

    private static ObjectNode json(CassandraVersion version, List<Start> stock, List<Start> withAgent, long jarBytes) {
        ObjectNode root = new ObjectMapper().createObjectNode();
        root.put("cassandra", version.text()).put("jar_bytes", jarBytes);
        medians(root.putObject("stock"), stock);
        medians(root.putObject("foreread"), withAgent);
        return root;
    }

    private static void medians(ObjectNode node, List<Start> starts) {
        node.put("start_s", StartupReport.median(starts, Start::seconds))
                .put("resident_mib", StartupReport.median(starts, Start::residentMib))
                .put("cpu_s", StartupReport.median(starts, Start::cpuSeconds));
    }
}
