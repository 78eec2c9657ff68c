package io.foreread.it.bench.fleet;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.foreread.it.bench.command.BenchCommand;
import io.foreread.it.bench.command.Checks;
import io.foreread.it.bench.command.JsonFile;
import io.foreread.it.bench.load.BenchNode;
import io.foreread.it.bench.results.ResultFile;
import io.foreread.it.fixture.CassandraRelease;
import io.foreread.it.fixture.PrometheusServer;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code ./bench fleet}. */
@Command(
        name = "fleet",
        sortOptions = false,
        usageHelpWidth = 110,
        description = {
            "Simulates the metrics of a fleet in a real Prometheus, counts the samples that each query of dashboards and",
            "rules reads, and scales the counts to 500 nodes with 1,000 tables and a range of 6 hours. Needs the Debian",
            "package prometheus. Takes about half an hour.",
            ""
        })
public final class FleetBench extends BenchCommand<FleetBench.Options> {
    /** The duration of a block in the storage of Prometheus. The simulated data begins at the start of a block. */
    private static final long BLOCK_SECONDS = 7200;

    @Option(names = "--nodes", paramLabel = "N", description = "Nodes in all clusters. Default: ${DEFAULT-VALUE}")
    private int nodes = 51;

    @Option(names = "--tables", paramLabel = "N", description = "Tables of each node. Default: ${DEFAULT-VALUE}")
    private int tables = 200;

    @Option(names = "--clusters", paramLabel = "N", description = "Clusters. Default: ${DEFAULT-VALUE}")
    private int clusters = 3;

    @Option(
            names = "--cassandra",
            paramLabel = "LINES",
            split = ",",
            description = "Lines of Cassandra, alternating over the nodes. Default: ${DEFAULT-VALUE}")
    private List<String> lines = List.of("4.1", "5.0");

    @Option(names = "--minutes", paramLabel = "N", description = "Duration of the data. Default: ${DEFAULT-VALUE}")
    private int minutes = 119;

    @Option(
            names = "--templates",
            paramLabel = "DIRECTORY",
            description =
                    "Directory of the metrics of real nodes. Nodes are started to create missing files. Default: a new one")
    private @Nullable Path templates;

    @Mixin
    private final JsonFile json = new JsonFile();

    record Options(FleetSpec spec, Optional<Path> templates, ResultFile results) {}

    @Override
    protected Options options() {
        Checks.atLeast(1, "--clusters", clusters);
        Checks.atLeast(4 * clusters, "--nodes", nodes);
        Checks.atLeast(2, "--tables", tables);
        Checks.atLeast(20, "--minutes", minutes);
        Duration duration = Duration.ofMinutes(minutes);
        long block = Instant.now().getEpochSecond() / BLOCK_SECONDS * BLOCK_SECONDS - BLOCK_SECONDS;
        FleetSpec spec = new FleetSpec(
                nodes,
                tables,
                clusters,
                lines.stream()
                        .map(BenchNode::release)
                        .map(version -> CassandraRelease.newestOf(version.line()))
                        .toList(),
                Instant.ofEpochSecond(block).plus(duration),
                duration,
                Duration.ofMinutes(1));
        return new Options(spec, Optional.ofNullable(templates), json.results());
    }

    @Override
    protected boolean measure(Options options) throws IOException {
        if (!PrometheusServer.installed())
            throw new IllegalStateException("prometheus is not installed (Debian package prometheus)");
        boolean done = false;
        try {
            boolean withinBudgets = run(options);
            done = true;
            return withinBudgets;
        } finally {
            console().endRun(done);
        }
    }

    private boolean run(Options options) throws IOException {
        FleetReport report = Fleet.measure(
                options.spec(),
                console().runDirectory(),
                options.templates().orElse(console().runDirectory()),
                step -> console().out().println("... " + step));
        console()
                .out()
                .printf(
                        "%n%s",
                        report.text(String.format(
                                Locale.ROOT, "%d nodes with %,d tables, 6 h", Fleet.NODES, Fleet.TABLES)));
        options.results()
                .write(
                        options.spec().releases().stream()
                                .map(CassandraRelease::version)
                                .toList(),
                        json(report));
        return report.isWithinBudgets();
    }

    private static ObjectNode json(FleetReport report) {
        ObjectNode root = new ObjectMapper().createObjectNode();
        root.put("rules_samples", report.ofRules());
        ArrayNode queries = root.putArray("queries");
        for (QueryCost cost : report.costs())
            queries.addObject()
                    .put("kind", cost.kind().name())
                    .put("where", cost.where())
                    .put("expression", cost.expression())
                    .put("samples", cost.samples())
                    .put("scaled", cost.scaled())
                    .put("peak", cost.peak())
                    .put("scaled_peak", cost.scaledPeak())
                    .put("series", cost.series())
                    .put("error", cost.error());
        return root;
    }
}
