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

/** Writes the provisioning files of a Grafana container: one Prometheus data source and the dashboards. */
final class GrafanaProvisioning {
    /** The subdirectory with the provisioning files. */
    static final String CONFIGURATION = "provisioning";

    /** The subdirectory with the dashboards. */
    static final String BOARDS = "dashboards";

    private final Path directory;

    private GrafanaProvisioning(Path directory) {
        this.directory = directory;
    }

    /** @param prometheus the address at which the container reaches Prometheus */
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
        // The file contains JSON, because every JSON text is also valid YAML.
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

    /** Writes a file that the user of the Grafana container can read, independent of the umask. */
    private void write(String file, String text) throws IOException {
        Path path = directory.resolve(file);
        Files.createDirectories(path.getParent());
        Files.writeString(path, text);
        Files.setPosixFilePermissions(path, PosixFilePermissions.fromString("rw-r--r--"));
        for (Path parent = path.getParent(); parent != null && !parent.equals(directory); parent = parent.getParent())
            Files.setPosixFilePermissions(parent, PosixFilePermissions.fromString("rwxr-xr-x"));
    }
}
