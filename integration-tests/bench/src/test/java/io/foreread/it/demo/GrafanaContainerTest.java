package io.foreread.it.demo;

import static org.assertj.core.api.Assertions.assertThat;

import io.foreread.it.fixture.GrafanaDirectory;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class GrafanaContainerTest {
    private static final URI PROMETHEUS = URI.create("http://127.0.0.1:9090");

    @TempDir
    private Path directory;

    @Test
    void usesTheImageOfTheComposeFile() throws IOException {
        String compose = Files.readString(GrafanaDirectory.locate().resolve("compose.yaml"));

        assertThat(compose.replaceAll("\\$\\{GRAFANA:-(.*?)}", "$1"))
                .contains("image: " + GrafanaContainer.IMAGE + "\n");
    }

    @Test
    void listensOnLoopbackIfItSharesTheNetworkOfTheHost() {
        assertThat(command(false))
                .containsSequence("--network", "host")
                .contains("GF_SERVER_HTTP_ADDR=127.0.0.1", "GF_SERVER_HTTP_PORT=3001")
                .doesNotContain("--publish");
    }

    @Test
    void publishesAPortOnLoopbackIfTheEngineIsInAVirtualMachine() {
        assertThat(command(true))
                .containsSequence("--publish", "127.0.0.1:3001:3000")
                .doesNotContain("--network");
    }

    @Test
    void everyUserCanViewAndNoUserCanEdit() {
        assertThat(command(false))
                .contains("GF_AUTH_ANONYMOUS_ORG_ROLE=Viewer", "GF_SECURITY_DISABLE_INITIAL_ADMIN_CREATION=true");
    }

    @Test
    void mountsThePrometheusDataSourceAndOnlyTheJsonFilesOfTheDashboards() throws IOException {
        GrafanaProvisioning.write(directory, PROMETHEUS, Duration.ofSeconds(2));

        assertThat(mounted("/etc/grafana/provisioning").resolve("datasources/prometheus.yaml"))
                .content()
                .contains("\"url\":\"http://127.0.0.1:9090\"", "\"timeInterval\":\"2s\"");
        Path boards = mounted("/etc/foreread/dashboards");
        assertThat(mounted("/etc/grafana/provisioning").resolve("dashboards/foreread.yaml"))
                .content()
                .contains("path: /etc/foreread/dashboards");
        try (Stream<Path> files = Files.list(boards)) {
            assertThat(files.map(file -> file.getFileName().toString()))
                    .contains("read-ahead.json")
                    .hasSize(12)
                    .allMatch(name -> name.endsWith(".json"));
        }
    }

    /** Returns the directory of this machine that is mounted at the given path of the container. */
    private Path mounted(String target) {
        return command(false).stream()
                .filter(argument -> argument.contains("target=" + target + ","))
                .map(argument -> Path.of(argument.replaceFirst(".*source=([^,]*).*", "$1")))
                .findFirst()
                .orElseThrow();
    }

    private List<String> command(boolean desktop) {
        return new GrafanaContainer(GrafanaContainer.IMAGE, "demo", directory).command(3001, desktop);
    }
}
