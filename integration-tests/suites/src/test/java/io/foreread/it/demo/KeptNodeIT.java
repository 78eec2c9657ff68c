package io.foreread.it.demo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.foreread.it.fixture.CassandraRelease;
import io.foreread.it.fixture.ChildProcesses;
import io.foreread.it.fixture.PrometheusApi;
import io.foreread.it.fixture.PrometheusServer;
import io.foreread.it.node.NodeReleases;
import java.io.File;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Runs {@code ./demo --grafana} without a terminal, as a service or a script does. */
@Timeout(value = 20, unit = TimeUnit.MINUTES)
class KeptNodeIT {
    private static final Pattern PROMETHEUS = Pattern.compile("Prometheus: (http://127\\.0\\.0\\.1:\\d+),");
    private static final Duration LIMIT = Duration.ofMinutes(5);
    private static final long STOP_SECONDS = 60;

    private final Path directory = NodeReleases.storage("demo", CassandraRelease.newestOf("4.1"));
    private final Path output = directory.resolve("output.txt");
    private Process demo;

    @AfterEach
    void kill() {
        if (demo != null) ChildProcesses.kill(demo);
    }

    @Test
    void prometheusScrapesTheKeptNodeUntilASignalStopsBoth() throws IOException, InterruptedException {
        assumeThat(PrometheusServer.installed())
                .as("prometheus is installed, which the demo starts")
                .isTrue();
        start();
        Awaitility.await("the demo to have done its work")
                .atMost(LIMIT)
                .until(() ->
                        !demo.isAlive() || Files.readString(output).contains("To end the demo: kill " + demo.pid()));
        assertThat(output).content().contains("all equal", "/graph?g0", "Grafana: ");

        Matcher address = PROMETHEUS.matcher(Files.readString(output));
        assertThat(address.find()).isTrue();
        PrometheusApi prometheus = new PrometheusApi(URI.create(address.group(1)));
        awaitMore(prometheus, "up{job=\"cassandra\"}");
        // A recording rule produces this metric.
        awaitMore(prometheus, "count(instance:cassandra_node:info)");
        awaitMore(prometheus, "sum(rate(cassandra_client_request_latency_seconds_count{operation=\"read\"}[10s]))");
        awaitMore(prometheus, "sum(rate(foreread_scans_total[10s]))");

        List<ProcessHandle> children = demo.descendants().toList();
        assertThat(children).as("Cassandra and Prometheus").hasSizeGreaterThanOrEqualTo(2);
        demo.destroy();
        assertThat(demo.waitFor(STOP_SECONDS, TimeUnit.SECONDS)).isTrue();
        assertThat(children).noneMatch(ProcessHandle::isAlive);
        assertThat(output).content().contains("Stopped, and cleaned up.").doesNotContain("The load has ended");
        assertThat(directory).isDirectoryNotContaining("glob:**/run-*");
    }

    private void start() throws IOException {
        demo = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Dforeread.demo.directory=" + directory,
                        "-cp",
                        System.getProperty("java.class.path"),
                        Demo.class.getName(),
                        "--cassandra",
                        "4.1",
                        "--data-mb",
                        "8",
                        "--grafana")
                .redirectInput(new File("/dev/null"))
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
        ChildProcesses.add(demo);
    }

    private static void awaitMore(PrometheusApi prometheus, String expression) {
        Awaitility.await(expression + " above 0")
                .atMost(Duration.ofMinutes(1))
                .until(() -> prometheus.query(expression).orElse(0) > 0);
    }
}
