package io.foreread.it.bench.fleet;

import io.foreread.it.fixture.PrometheusApi;
import io.foreread.it.fixture.PrometheusConfig;
import io.foreread.it.fixture.PrometheusServer;
import io.foreread.it.fixture.Shell;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/** A real Prometheus with the data of a fleet and the results of the recording rules. */
public final class FleetPrometheus implements AutoCloseable {
    /** Prometheus keeps old data, and allows queries that read more samples than the default limit. */
    private static final List<String> FLAGS =
            List.of("--storage.tsdb.retention.time=10y", "--query.max-samples=400000000");

    /** The data directory of Prometheus, relative to its directory. */
    private static final String DATA = "data";

    private final Path directory;
    private final FleetSpec spec;
    private PrometheusServer server;

    private FleetPrometheus(Path directory, FleetSpec spec) {
        this.directory = directory;
        this.spec = spec;
        server = started(directory);
    }

    /**
     * Starts Prometheus with the data of a file, then evaluates the recording rules level by level.
     *
     * @param openMetrics the file with the data, which is deleted after loading
     */
    static FleetPrometheus load(Path openMetrics, Path directory, FleetSpec spec, List<Rules.Rule> rules)
            throws IOException {
        Path data = Files.createDirectories(directory.resolve(DATA));
        Shell.run("promtool", "tsdb", "create-blocks-from", "openmetrics", openMetrics.toString(), data.toString());
        Files.delete(openMetrics);
        FleetPrometheus fleet = new FleetPrometheus(directory, spec);
        int number = 0;
        for (List<Rules.Rule> level : Rules.levels(rules)) fleet.record(level, number++);
        return fleet;
    }

    private void record(List<Rules.Rule> rules, int number) throws IOException {
        Path file = directory.resolve("rules-" + number + ".yaml");
        Rules.write(rules, file);
        Shell.run(
                "promtool",
                "tsdb",
                "create-blocks-from",
                "rules",
                "--start=" + spec.start().getEpochSecond(),
                "--end=" + spec.end().getEpochSecond(),
                "--eval-interval=" + spec.step().toSeconds() + "s",
                "--url=" + server.address(),
                "--output-dir=" + directory.resolve(DATA),
                file.toString());
        // Prometheus finds new blocks when it starts.
        server.close();
        server = started(directory);
    }

    private static PrometheusServer started(Path directory) {
        return PrometheusServer.start(PrometheusConfig.every(Duration.ofMinutes(1)), directory, FLAGS);
    }

    public PrometheusApi api() {
        return server.api();
    }

    @Override
    public void close() {
        server.close();
    }
}
