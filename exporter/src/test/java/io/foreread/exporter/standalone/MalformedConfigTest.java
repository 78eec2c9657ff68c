package io.foreread.exporter.standalone;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Checks that the standalone exporter reports the same problems of a configuration with {@code --check-config} and at
 * its start, and that a reload of an invalid configuration has no effect.
 */
class MalformedConfigTest {
    private static final Path FILES = Path.of("src/test/resources/malformed");
    private static final String EXPECTATION = "# expect: ";
    private static final String REFUSAL = "foreread-exporter: ";

    @TempDir
    private Path directory;

    static List<Path> files() throws IOException {
        try (Stream<Path> files = Files.list(FILES)) {
            return files.sorted().toList();
        }
    }

    /** Times out if the exporter starts with the malformed configuration. */
    @ParameterizedTest
    @MethodSource("files")
    @Timeout(60)
    void checkAndStartReportTheExpectedProblems(Path malformed) throws IOException {
        String text = Files.readString(malformed).replace("DIR", directory.toString());
        Path file = Files.writeString(directory.resolve("foreread.yaml"), text);
        List<String> started = new ArrayList<>();
        assertThat(execute(started, "--jmx", "127.0.0.1:1", "--config", file.toString()))
                .isEqualTo(1);
        List<String> start = started.stream()
                .filter(line -> line.startsWith(REFUSAL))
                .map(line -> line.substring(REFUSAL.length()))
                .toList();
        List<String> expected = text.lines()
                .filter(line -> line.startsWith(EXPECTATION))
                .map(line -> line.substring(EXPECTATION.length()))
                .toList();
        assertThat(start).hasSameSizeAs(expected);
        for (String each : expected)
            assertThat(start).anySatisfy(line -> assertThat(line).contains(each));
        List<String> checked = new ArrayList<>();
        assertThat(execute(checked, "--jmx", "127.0.0.1:1", "--check-config", file.toString()))
                .isEqualTo(1);
        assertThat(checked).containsAll(start).doesNotContain(file + " is valid");
    }

    @Test
    @Timeout(60)
    void checkAndStartRejectAConfigurationWithoutNodes() throws IOException {
        Path file = Files.writeString(directory.resolve("foreread.yaml"), "metrics: {naming: both}\n");
        List<String> lines = new ArrayList<>();
        assertThat(execute(lines, "--config", file.toString())).isEqualTo(1);
        assertThat(execute(lines, "--check-config", file.toString())).isEqualTo(1);
        assertThat(lines).filteredOn(line -> line.contains("no nodes are set")).hasSize(2);
        assertThat(execute(lines, "--check-config", file.toString(), "--jmx", "127.0.0.1:1"))
                .isZero();
    }

    @Test
    void failedReloadIsExportedAndKeepsThePreviousConfiguration() throws Exception {
        String nodes = "nodes: [\"127.0.0.1:1\", \"127.0.0.1:2\"]\n";
        Path file = Files.writeString(directory.resolve("foreread.yaml"), nodes);
        try (ChildExporter exporter =
                new ChildExporter(directory, "--config", file.toString(), "--listen", "127.0.0.1:0")) {
            awaitSuccessful(exporter, 1);
            Files.writeString(file, nodes + "metrics: {tables: {top: 5O}}\n");
            awaitSuccessful(exporter, 0);
            assertThat(exporter.output())
                    .containsOnlyOnce("keeps the previous configuration until this is corrected: " + file
                            + ", line 2, column 25: metrics.tables.top: '5O' is not allowed");
            Files.writeString(file, nodes + "metrics: {tables: {top: 50}}\n");
            awaitSuccessful(exporter, 1);
        }
    }

    private static void awaitSuccessful(ChildExporter exporter, int value) {
        Awaitility.await().atMost(Duration.ofSeconds(40)).untilAsserted(() -> assertThat(
                        exporter.get("metrics").body())
                .contains(
                        "foreread_config_last_reload_successful{file=\"configuration\"} " + value,
                        "foreread_config_last_reload_success_timestamp_seconds{file=\"configuration\"} 1"));
    }

    private static int execute(List<String> lines, String... arguments) {
        PrintStream out = System.out;
        PrintStream err = System.err;
        ByteArrayOutputStream printed = new ByteArrayOutputStream();
        PrintStream both = new PrintStream(printed, true, StandardCharsets.UTF_8);
        System.setOut(both);
        System.setErr(both);
        try {
            return ForereadExporter.commandLine().execute(arguments);
        } finally {
            System.setOut(out);
            System.setErr(err);
            printed.toString(StandardCharsets.UTF_8).lines().forEach(lines::add);
        }
    }
}
