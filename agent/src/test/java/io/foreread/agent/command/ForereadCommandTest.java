package io.foreread.agent.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.foreread.agent.config.AgentSettings;
import io.foreread.exporter.config.HttpSettings;
import io.foreread.exporter.config.MetricsSettings;
import io.foreread.exporter.config.Setting;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.yaml.snakeyaml.Yaml;

class ForereadCommandTest {
    @TempDir
    private Path directory;

    static Stream<Setting<?>> settings() {
        return Stream.of(AgentSettings.LIST, MetricsSettings.LIST, HttpSettings.LIST)
                .flatMap(list -> list.all().stream());
    }

    @ParameterizedTest
    @MethodSource("settings")
    void helpOfCheckConfigListsEverySetting(Setting<?> setting) {
        assertThat(settingsInHelp()).containsPattern(entry(setting.key(), ""));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "enabled | true (true or false)",
                "listen | 127.0.0.1:9507 (host:port or off)",
                "read-ahead | auto (auto, on or off)",
                "block-size | 256KiB (64KiB to 4MiB in steps of 4096 bytes) Size of a full read.",
                "buffer-budget | 64MiB (0 and up, in B, KiB, MiB or GiB)",
                "overlap | true (true or false)",
                "decompress-ahead | auto (auto, on or off)",
                "direct-io | false (true or false)",
                "skip-index | true (true or false)",
                "hooks.<name> | true (true or false) With false the agent does not apply the hook <name>.",
                "metrics.series-budget | 200000 (whole number from 0)",
                "metrics.refresh.slow | 60s (5s to 30d, or off)",
                "http.tls.certificate | none (path of a file)",
                "http.timeout | 60s (5s to 10m)"
            })
    void helpOfCheckConfigHasTheDefaultOfASetting(String key, String text) {
        assertThat(settingsInHelp()).containsPattern(entry(key, text));
    }

    /** Settings with the same text are one entry: their keys, separated by commas, and below them the text. */
    private static Pattern entry(String key, String text) {
        return Pattern.compile(" " + Pattern.quote(key) + "(, [^ ,]+)* " + Pattern.quote("Default: " + text));
    }

    private static String settingsInHelp() {
        CommandRun run = CommandRun.of("check-config", "--help");
        assertThat(run.exitCode()).isZero();
        assertThat(run.err()).isEmpty();
        assertThat(run.out()).startsWith("Usage: foreread check-config ").contains("Settings, for the file");
        return run.out().substring(run.out().indexOf("Settings, for the file")).replaceAll("\\s+", " ");
    }

    @Test
    void printsTheVersionAlsoForASubcommand() {
        assertThat(CommandRun.of("--version").out()).matches("foreread \\S+ \\(\\S+\\)\\R");
        assertThat(CommandRun.of("metrics", "--version").out())
                .isEqualTo(CommandRun.of("--version").out());
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "--list", "no-such-command", "check-config", "metrics --colour"})
    void invalidCommandLinePrintsTheUsageToStandardError(String line) {
        CommandRun run = CommandRun.of(line.isEmpty() ? new String[0] : line.split(" "));
        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.out()).isEmpty();
        assertThat(run.err()).containsAnyOf("Usage: foreread", "Did you mean: foreread ");
    }

    @Test
    void metricsAsJsonHaveTheSameValuesAsTheTable() {
        List<String> lines = CommandRun.of("metrics").out().lines().toList();
        List<Map<String, String>> json =
                new Yaml().load(CommandRun.of("metrics", "--json").out());
        assertThat(json).hasSize(lines.size() - 1);
        for (int i = 0; i < json.size(); i++)
            assertThat(String.join("\t", json.get(i).values())).isEqualTo(lines.get(i + 1));
        assertThat(String.join("\t", json.get(0).keySet())).isEqualTo(lines.get(0));
    }

    @Test
    void checkConfigAsJsonHasProblemsAndSeries() throws IOException {
        Path file = Files.writeString(directory.resolve("foreread.yaml"), "block-size: 3\n");
        CommandRun run = CommandRun.of("check-config", "--json", file.toString());
        assertThat(run.exitCode()).isEqualTo(1);
        Map<String, Object> json = new Yaml().load(run.out());
        assertThat(json).containsEntry("file", file.toString()).containsEntry("valid", false);
        assertThat((List<?>) json.get("problems"))
                .singleElement()
                .asString()
                .contains("block-size: '3' is not allowed");
        assertThat((List<?>) json.get("series")).hasSizeGreaterThan(3).allSatisfy(line -> assertThat((Map<?, ?>) line)
                .hasSize(4));
    }

    @Test
    void completionPrintsABashScriptThatCompletesSubcommands() throws Exception {
        CommandRun run = CommandRun.of("completion");
        assertThat(run.exitCode()).isZero();
        Path script = Files.writeString(directory.resolve("completion"), run.out());
        String completed = "source " + script
                + "; COMP_WORDS=(foreread me); COMP_CWORD=1; _complete_foreread; echo \"${COMPREPLY[*]}\"";
        Process bash = new ProcessBuilder("bash", "-c", completed)
                .redirectErrorStream(true)
                .start();
        assertThat(new String(bash.getInputStream().readAllBytes(), StandardCharsets.UTF_8))
                .isEqualTo("metrics\n");
        assertThat(bash.waitFor()).isZero();
    }
}
