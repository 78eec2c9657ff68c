package io.foreread.agent.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.foreread.agent.config.AgentConfig;
import io.foreread.agent.config.ConfigCheck;
import io.foreread.agent.config.ConfigSources;
import io.foreread.exporter.config.FileWatch;
import io.foreread.exporter.config.MetricsConfig;
import io.foreread.exporter.config.MetricsReload;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Checks that {@code check-config}, the start of the agent and a reload find the same problems. */
class MalformedAgentConfigTest {
    private static final Path FILES = Path.of("../exporter/src/test/resources/malformed");
    private static final String EXPECTATION = "# expect: ";

    @TempDir
    private Path directory;

    static List<Path> files() throws IOException {
        try (Stream<Path> files = Files.list(FILES)) {
            return files.sorted().toList();
        }
    }

    @ParameterizedTest
    @MethodSource("files")
    void checkConfigStartAndReloadFindTheSameProblems(Path malformed) throws IOException {
        Path file = directory.resolve("foreread.yaml");
        String good = "metrics: {tables: {top: 3}}\n";
        Files.writeString(file, good);
        List<MetricsConfig> applied = new ArrayList<>();
        MetricsReload reload = new MetricsReload(
                new FileWatch(file),
                () -> {
                    AgentConfig now = config(file);
                    return new MetricsReload.Settings(ConfigCheck.problems(now, warning -> {}), now.metrics(), false);
                },
                MetricsConfig.defaults(),
                applied::add);

        String text = Files.readString(malformed).replace("DIR", directory.toString());
        Files.writeString(file, text);
        List<String> start = problemsOfStart(file);
        List<String> expected = text.lines()
                .filter(line -> line.startsWith(EXPECTATION))
                .map(line -> line.substring(EXPECTATION.length()))
                .toList();
        assertThat(start).hasSameSizeAs(expected);
        for (String each : expected)
            assertThat(start).anySatisfy(line -> assertThat(line).contains(each));

        List<String> printed = new ArrayList<>();
        assertThat(check(file, printed)).isEqualTo(1);
        assertThat(printed).containsAll(start).doesNotContain(file + " is valid");

        reload.run();
        assertThat(applied).isEmpty();
        assertThat(reload.state().successful()).isFalse();
        Files.writeString(file, good + "\n");
        reload.run();
        assertThat(applied).singleElement().satisfies(config -> assertThat(config.topTables())
                .isEqualTo(3));
        assertThat(reload.state().successful()).isTrue();
    }

    @Test
    void usersFileThatOthersCanReadCausesAWarning() throws IOException {
        Path users = Files.writeString(directory.resolve("users"), "prometheus:$2y$10$" + "a".repeat(53) + "\n");
        Files.setPosixFilePermissions(users, PosixFilePermissions.fromString("rw-r--r--"));
        Path file =
                Files.writeString(directory.resolve("foreread.yaml"), "http: {auth: {users-file: " + users + "}}\n");
        assertThat(problemsOfStart(file)).isEmpty();
        List<String> printed = new ArrayList<>();
        assertThat(check(file, printed)).isZero();
        assertThat(printed)
                .contains(
                        "warning: http.auth.users-file: " + users + " can be read by others; chmod 600 it",
                        file + " is valid");
    }

    @Test
    void filesThatTheStartDoesNotOpenAreNotChecked() throws IOException {
        Path file = Files.writeString(
                directory.resolve("foreread.yaml"), "listen: off\nhttp: {auth: {users-file: /no/such/file}}\n");
        assertThat(problemsOfStart(file)).isEmpty();
        assertThat(check(file, new ArrayList<>())).isZero();
    }

    private static AgentConfig config(Path file) throws IOException {
        return AgentConfig.of(ConfigSources.read("config=" + file, new Properties()), Set.of());
    }

    private static List<String> problemsOfStart(Path file) {
        try {
            return ConfigCheck.problems(config(file), warning -> {});
        } catch (IOException e) {
            return List.of(e.getMessage());
        }
    }

    private static int check(Path file, List<String> printed) {
        CommandRun run = CommandRun.of("check-config", file.toString());
        run.out().lines().forEach(printed::add);
        return run.exitCode();
    }
}
