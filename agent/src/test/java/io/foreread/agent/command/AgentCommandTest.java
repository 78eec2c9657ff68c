package io.foreread.agent.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.foreread.agent.config.AgentSettings;
import io.foreread.exporter.config.HttpSettings;
import io.foreread.exporter.config.MetricsSettings;
import io.foreread.exporter.config.Setting;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class AgentCommandTest {
    static Stream<Setting<?>> settings() {
        return Stream.of(AgentSettings.LIST, MetricsSettings.LIST, HttpSettings.LIST)
                .flatMap(list -> list.all().stream());
    }

    @ParameterizedTest
    @MethodSource("settings")
    void helpHasEverySettingWithItsDefault(Setting<?> setting) {
        String help = AgentCommand.commandLine().getUsageMessage().replaceAll("\\s+", " ");
        assertThat(help.split("[ ,]")).contains(setting.key());
        assertThat(help).contains(setting.help());
        assertThat(help).contains("Default: " + (setting.defaultText() == null ? "none" : setting.defaultText()));
    }
}
