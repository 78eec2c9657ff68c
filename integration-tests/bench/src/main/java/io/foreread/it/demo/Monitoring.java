package io.foreread.it.demo;

import io.foreread.it.fixture.GrafanaDirectory;
import io.foreread.it.fixture.Progress;
import io.foreread.it.fixture.PrometheusConfig;
import io.foreread.it.fixture.PrometheusServer;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Runs Prometheus for the node that the demo keeps running, and Grafana if there is a Docker engine. */
final class Monitoring {
    static final String PROMETHEUS_MISSING =
            "prometheus is not installed; for --grafana: apt-get install prometheus, or put its binary on the PATH";

    private static final Duration SCRAPE_INTERVAL = Duration.ofSeconds(2);
    private static final String MEAN_READ = "rate(cassandra_sstable_read_size_bytes_sum{component=\"Data\"}[1m])"
            + " / rate(cassandra_sstable_read_size_bytes_count{component=\"Data\"}[1m])";

    private final Path directory;
    private final Progress progress;
    private final Cleanup cleanup;

    Monitoring(Path directory, Progress progress, Cleanup cleanup) {
        this.directory = directory;
        this.progress = progress;
        this.cleanup = cleanup;
    }

    /**
     * Starts Prometheus, and then Grafana, where possible. Returns lines for the user: the addresses, or the reason why
     * Prometheus or Grafana is missing.
     */
    List<String> start(URI metrics) {
        if (!PrometheusServer.installed()) return List.of("No Prometheus: " + PROMETHEUS_MISSING);
        progress.step("Starting Prometheus");
        Path alerts = GrafanaDirectory.locate().resolve("alerts/*.yaml");
        PrometheusServer prometheus;
        try {
            prometheus = PrometheusServer.start(
                    PrometheusConfig.every(SCRAPE_INTERVAL)
                            .nodes(List.of(metrics))
                            .rules(alerts),
                    directory.resolve("prometheus"));
        } catch (IllegalStateException | UncheckedIOException e) {
            progress.done("failed");
            return List.of("No Prometheus: " + e.getMessage());
        }
        cleanup.add(prometheus::close);
        progress.done("pid " + prometheus.pid());

        URI address = prometheus.address();
        List<String> lines = new ArrayList<>();
        lines.add("Prometheus: " + address + ", with Foreread's rules and alerts: " + address + "/alerts");
        lines.add("Mean size of reads, by activity: " + address + "/graph?g0.tab=0&g0.range_input=15m&g0.expr="
                + URLEncoder.encode(MEAN_READ, StandardCharsets.UTF_8).replace("+", "%20"));
        lines.add(grafana(address));
        return lines;
    }

    private String grafana(URI prometheus) {
        boolean desktop;
        try {
            desktop = DockerImage.isDesktop();
        } catch (IllegalStateException e) {
            return noGrafana(e, prometheus);
        }
        try {
            DockerImage image = new DockerImage(GrafanaContainer.IMAGE);
            if (!image.isHere()) {
                progress.step("Pulling " + image.name());
                image.pull(directory.resolve("docker-pull.log"), progress::waiting);
                progress.done("pulled");
            }
            progress.step("Starting Grafana");
            GrafanaContainer grafana = new GrafanaContainer(
                    image.name(), "foreread-demo-" + ProcessHandle.current().pid(), directory.resolve("grafana"));
            cleanup.add(grafana::remove);
            URI address = started(grafana, prometheus, desktop);
            progress.done("port " + address.getPort());
            return "Grafana: " + address + "/d/foreread-read-ahead?from=now-15m&to=now&refresh=5s&var-min_step=5s";
        } catch (IllegalStateException | UncheckedIOException e) {
            progress.done("failed");
            return noGrafana(e, prometheus);
        }
    }

    private static URI started(GrafanaContainer grafana, URI prometheus, boolean desktop) {
        try {
            return grafana.start(prometheus, SCRAPE_INTERVAL, desktop);
        } catch (RuntimeException e) {
            grafana.remove();
            throw e;
        }
    }

    private static String noGrafana(RuntimeException reason, URI prometheus) {
        return "No Grafana: " + reason.getMessage()
                + ". Import grafana/dashboards/*.json into your own Grafana instead, with " + prometheus
                + " as the Prometheus data source.";
    }
}
