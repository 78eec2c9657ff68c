package io.foreread.it.bench.startup;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.foreread.it.bench.command.BenchCommand;
import io.foreread.it.bench.command.Checks;
import io.foreread.it.bench.command.JsonFile;
import io.foreread.it.bench.command.ReleaseOption;
import io.foreread.it.bench.load.PreparedTables;
import io.foreread.it.fixture.AgentJar;
import io.foreread.it.fixture.CassandraVersion;
import io.foreread.it.fixture.Progress;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code ./bench startup}. A target that is not met does not change the exit code. */
@Command(
        name = "startup",
        sortOptions = false,
        usageHelpWidth = 110,
        description = {
            "Measures what the agent adds to the start of a node: time until the node listens for CQL, resident memory,",
            "and CPU time. Starts nodes without and with Foreread in turn, each with an empty data directory. Takes five",
            "minutes with all defaults.",
            ""
        })
public final class StartupBench extends BenchCommand<StartupOptions> {
    @Mixin
    private final ReleaseOption release = new ReleaseOption("4.1");

    @Option(
            names = "--rounds",
            paramLabel = "N",
            defaultValue = "5",
            description = "Number of starts without the agent, and as many with it. Default: ${DEFAULT-VALUE}")
    private int rounds;

    @Mixin
    private final JsonFile json = new JsonFile();

    @Override
    protected StartupOptions options() {
        return new StartupOptions(release.version(), Checks.atLeast(1, "--rounds", rounds), json.file());
    }

    @Override
    protected boolean measure(StartupOptions options) throws IOException {
        CassandraVersion version = options.release();
        Path storage = console().runDirectory();
        List<Start> stock = new ArrayList<>();
        List<Start> withAgent = new ArrayList<>();
        // This start is not counted, because it reads the jars into the page cache.
        start(version, storage, true, "Start that is not counted: with Foreread");
        for (int round = 1; round <= options.rounds(); round++) {
            String title = "Start " + round + "/" + options.rounds() + ": ";
            stock.add(start(version, storage, false, title + "stock"));
            withAgent.add(start(version, storage, true, title + "with Foreread"));
        }
        PrintStream out = console().out();
        out.printf("%nCassandra %s, medians of %d starts without and with Foreread%n%n", version, options.rounds());
        long jarBytes = Files.size(AgentJar.locate());
        out.print(StartupReport.of(stock, withAgent, jarBytes));
        JsonFile.write(options.json(), json(version, stock, withAgent, jarBytes));
        return true;
    }

    private Start start(CassandraVersion version, Path storage, boolean agent, String title) {
        Progress progress = console().progress();
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
