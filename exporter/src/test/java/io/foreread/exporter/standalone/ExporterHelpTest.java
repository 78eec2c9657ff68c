package io.foreread.exporter.standalone;

import static org.assertj.core.api.Assertions.assertThat;

import io.foreread.exporter.config.HttpSettings;
import io.foreread.exporter.config.MetricsSettings;
import io.foreread.exporter.config.Setting;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import picocli.CommandLine;

class ExporterHelpTest {
    static Stream<Setting<?>> settings() {
        return Stream.of(ExporterSettings.LIST, MetricsSettings.LIST, HttpSettings.LIST)
                .flatMap(list -> list.all().stream());
    }

    @ParameterizedTest
    @MethodSource("settings")
    void helpHasEverySettingWithItsDefault(Setting<?> setting) {
        String help = ForereadExporter.commandLine().getUsageMessage().replaceAll("\\s+", " ");
        assertThat(help.split("[ ,]")).contains(setting.key());
        assertThat(help).contains(setting.help());
        assertThat(help).contains("Default: " + (setting.defaultText() == null ? "none" : setting.defaultText()));
    }

    @Test
    void invalidOptionDoesNotPrintTheSettings() {
        StringWriter said = new StringWriter();
        CommandLine command = ForereadExporter.commandLine().setErr(new PrintWriter(said));
        assertThat(command.execute("--no-such-option")).isEqualTo(2);
        assertThat(said.toString())
                .contains("--no-such-option", "--check-config")
                .doesNotContain("metrics.series-budget");
    }
}
