package io.foreread.it.bench.fleet;

import io.foreread.it.fixture.CassandraRelease;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** Simulates the metrics of a fleet of nodes and measures the cost of every query of dashboards and rules. */
public final class Fleet {
    /** The number of nodes for which the budgets are defined. */
    public static final int NODES = 500;

    public static final int TABLES = 1000;

    private Fleet() {}

    /**
     * @param directory the directory for nodes and data, which is created
     * @param kept the directory of the expositions of real nodes; for a missing file, nodes are started
     * @param progress called with a line of text before each step
     */
    public static FleetReport measure(FleetSpec spec, Path directory, Path kept, Consumer<String> progress)
            throws IOException {
        Files.createDirectories(directory);
        Files.createDirectories(kept);
        List<Template> templates = new ArrayList<>();
        for (int i = 0; i < spec.releases().size(); i++) {
            CassandraRelease release = spec.releases().get(i);
            progress.accept("read the metrics of a node of " + release + " from a file, or from two new nodes");
            templates.add(Template.ofRelease(
                    release, directory.resolve("template-" + i), kept.resolve("template-" + release + ".txt")));
        }
        Template host = Template.ofHost(directory);
        FleetQueries queries = new FleetQueries();
        FleetWriter writer = new FleetWriter(spec, templates, host, queries.words());
        progress.accept("write the metrics of " + spec.nodes() + " nodes with " + spec.tables() + " tables");
        Path openMetrics = directory.resolve("fleet.om");
        writer.write(openMetrics);
        progress.accept(String.format(
                "load %,d samples of %,d series into Prometheus and evaluate recording rules",
                writer.samples(), writer.series()));
        try (FleetPrometheus prometheus =
                FleetPrometheus.load(openMetrics, directory.resolve("prometheus"), spec, queries.rules())) {
            progress.accept("measure every query");
            return new FleetReport(queries.measure(prometheus.api(), spec, NODES, TABLES));
        }
    }
}
