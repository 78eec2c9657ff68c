package io.foreread.it.demo;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.foreread.it.fixture.GrafanaDirectory;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** The provisioning of a Grafana container: one Prometheus and the dashboards. */
final class GrafanaProvisioning {
    /** Relative to the directory. */
    static final String CONFIGURATION = "provisioning";

    static final String BOARDS = "dashboards";

    private final Path directory;

    private GrafanaProvisioning(Path directory) {
        this.directory = directory;
    }

    /** @param prometheus the address of Prometheus for the container */
    static void write(Path directory, URI prometheus, Duration scrapeInterval) {
        try {
            new GrafanaProvisioning(directory).write(prometheus, scrapeInterval);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot write Grafana's files under " + directory, e);
        }
    }

    private void write(URI prometheus, Duration scrapeInterval) throws IOException {
        Path project = GrafanaDirectory.locate();
        Map<String, Object> source = Map.of(
                "name",
                "Prometheus",
                "type",
                "prometheus",
                "access",
                "proxy",
                "url",
                prometheus.toString(),
                "isDefault",
                true,
                "jsonData",
                Map.of("timeInterval", scrapeInterval.toSeconds() + "s", "httpMethod", "POST"));
        // JSON is YAML.
        write(
                CONFIGURATION + "/datasources/prometheus.yaml",
                new ObjectMapper().writeValueAsString(Map.of("apiVersion", 1, "datasources", List.of(source))));
        write(
                CONFIGURATION + "/dashboards/foreread.yaml",
                Files.readString(project.resolve("provisioning/grafana/dashboards/foreread.yaml")));
        try (Stream<Path> boards = Files.list(project.resolve("dashboards"))) {
            for (Path board :
                    boards.filter(file -> file.toString().endsWith(".json")).toList())
                write(BOARDS + "/" + board.getFileName(), Files.readString(board));
        }
    }

    /** Readable for the user of Grafana, independent of the umask. */
    private void write(String file, String text) throws IOException {
        Path path = directory.resolve(file);
        Files.createDirectories(path.getParent());
        Files.writeString(path, text);
        Files.setPosixFilePermissions(path, PosixFilePermissions.fromString("rw-r--r--"));
        for (Path parent = path.getParent(); parent != null && !parent.equals(directory); parent = parent.getParent())
            Files.setPosixFilePermissions(parent, PosixFilePermissions.fromString("rwxr-xr-x"));
    }
}
