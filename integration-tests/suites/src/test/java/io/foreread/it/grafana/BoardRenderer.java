package io.foreread.it.grafana;

import static org.assertj.core.api.Assumptions.assumeThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.foreread.it.fixture.ProjectFiles;
import io.foreread.it.fixture.PrometheusServer;
import io.foreread.it.fixture.Shell;
import java.io.UncheckedIOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** Draws dashboards as Grafana does. The images are written to grafana/target. */
final class BoardRenderer {
    private static final NodePackage RENDERER = new NodePackage(ProjectFiles.of("grafana/renderer"));
    private static final ObjectMapper JSON = new ObjectMapper();

    /**
     * The results of the panels of a dashboard.
     *
     * @param empty titles of panels without data
     * @param failed titles of panels that could not be drawn, with the reasons
     */
    record Report(String board, String file, int drawn, List<String> empty, List<String> failed) {}

    private BoardRenderer() {}

    /** Installs the renderer. Skips the test if Chromium, Node.js or a package registry is not available. */
    static void install() {
        assumeThat(Stream.of("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
                        .anyMatch(Shell::has))
                .as("Chromium is not installed (Debian package chromium): no board was drawn")
                .isTrue();
        RENDERER.install();
    }

    /** Draws all dashboards, or the dashboard that the option {@code --board} selects. */
    static List<Report> draw(PrometheusServer prometheus, Instant from, Instant to, String... options) {
        List<String> arguments = new ArrayList<>(List.of(
                "--prometheus",
                prometheus.address().toString(),
                "--from",
                Long.toString(from.getEpochSecond()),
                "--to",
                Long.toString(to.getEpochSecond()),
                "--var",
                "min_step=5s"));
        arguments.addAll(List.of(options));
        return RENDERER.run("render", arguments.toArray(String[]::new))
                .lines()
                .filter(line -> line.startsWith("{"))
                .map(BoardRenderer::report)
                .toList();
    }

    private static Report report(String line) {
        try {
            return JSON.readValue(line, Report.class);
        } catch (JsonProcessingException e) {
            throw new UncheckedIOException(e);
        }
    }
}
