package io.foreread.exporter.standalone;

import static org.assertj.core.api.Assertions.assertThat;

import io.foreread.exporter.config.HttpSettings;
import io.foreread.exporter.config.MetricsSettings;
import io.foreread.exporter.config.Setting;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import picocli.CommandLine;

class ExporterHelpTest {
    private static final String SETTINGS = "Settings of the file:";

    private final StringWriter out = new StringWriter();
    private final StringWriter errors = new StringWriter();

    static Stream<Setting<?>> settings() {
        return Stream.of(ExporterSettings.LIST, MetricsSettings.LIST, HttpSettings.LIST)
                .flatMap(list -> list.all().stream());
    }

    @Test
    void helpListsTheOptionsAboveTheSettings() {
        assertThat(execute("--help")).isZero();
        assertThat(errors.toString()).isEmpty();
        String options = out.toString().substring(0, out.toString().indexOf(SETTINGS));
        assertThat(options).startsWith("Usage: foreread-exporter ");
        assertThat(Pattern.compile("(?m)^ {2,6}(?:-\\w, )?(--[\\w-]+)")
                        .matcher(options)
                        .results()
                        .map(option -> option.group(1)))
                .containsExactlyInAnyOrder(
                        "--check-config",
                        "--config",
                        "--help",
                        "--jmx",
                        "--jmx-password-file",
                        "--jmx-tls",
                        "--list",
                        "--listen",
                        "--version");
    }

    @ParameterizedTest
    @MethodSource("settings")
    void helpHasEverySetting(Setting<?> setting) {
        assertThat(settingsInHelp()).containsPattern(entry(setting.key(), ""));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "nodes | none (list of host:port) JMX addresses of the nodes. --jmx on the command line replaces them.",
                "targets-file | none (path of a file)",
                "listen | 127.0.0.1:9507 (host:port)",
                "jmx.password-file | none (path of a file)",
                "jmx.tls | false (true or false)",
                "jmx.tls-registry | true (true or false)",
                "jmx.timeout | 10 (1 to 300 seconds)",
                "jmx.fetch-timeout | 60 (1 to 600 seconds)",
                "jmx.callers | 4 (1 to 128)",
                "metrics.naming | native (native, jmx_exporter, both)",
                "metrics.series-budget | 200000 (whole number from 0)",
                "metrics.node.distributions | buckets (none, totals, buckets, quantiles, both)",
                "metrics.table.distributions | totals (none, totals, buckets, quantiles, both)",
                "metrics.tables.include | [\"*\"] (list of names, with * for any characters)",
                "metrics.tables.exclude | [] (list of names, with * for any characters)",
                "metrics.refresh.rare | 1h (5s to 30d, or off)",
                "http.auth.probes-without-login | false (true or false)",
                "http.timeout | 60s (5s to 10m)"
            })
    void settingHasItsDefault(String key, String text) {
        assertThat(settingsInHelp()).containsPattern(entry(key, text));
    }

    @Test
    void invalidOptionDoesNotPrintTheSettings() {
        assertThat(execute("--no-such-option")).isEqualTo(2);
        assertThat(out.toString()).isEmpty();
        assertThat(errors.toString())
                .contains("--no-such-option", "--check-config")
                .doesNotContain(SETTINGS, "metrics.series-budget");
    }

    /** Settings with the same text are one entry: their keys, separated by commas, and below them the text. */
    private static Pattern entry(String key, String text) {
        return Pattern.compile(" " + Pattern.quote(key) + "(, [^ ,]+)* " + Pattern.quote("Default: " + text));
    }

    private String settingsInHelp() {
        execute("--help");
        return out.toString().substring(out.toString().indexOf(SETTINGS)).replaceAll("\\s+", " ");
    }

    private int execute(String option) {
        CommandLine command = ForereadExporter.commandLine()
                .setOut(new PrintWriter(out, true))
                .setErr(new PrintWriter(errors, true));
        return command.execute(option);
    }
}
