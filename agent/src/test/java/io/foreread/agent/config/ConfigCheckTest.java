package io.foreread.agent.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ConfigCheckTest {
    private static final Set<String> HOOKS = Set.of("scrubber");

    @TempDir
    private Path directory;

    private Path users;

    @BeforeEach
    void writeUsers() throws IOException {
        users = Files.writeString(directory.resolve("users"), "nobody\n");
    }

    private List<String> problems(Map<String, String> more) {
        Map<String, String> settings = new HashMap<>(Map.of("http.auth.users-file", users.toString()));
        settings.putAll(more);
        return ConfigCheck.problems(AgentConfig.of(settings, HOOKS), warning -> {});
    }

    @Test
    void filesOfTheEndpointAreCheckedIfItWouldBeOpened() {
        String problem = "http.auth.users-file: " + users + " line 1 is not user:hash";
        assertThat(problems(Map.of())).containsExactly(problem);
        assertThat(problems(Map.of("overlap", "perhaps"))).hasSize(2).last().isEqualTo(problem);
        assertThat(problems(Map.of("listen", "off"))).isEmpty();
        assertThat(problems(Map.of("enabled", "false"))).isEmpty();
    }

    @Test
    void listenOffAndFalseAreTheSame() {
        for (String off : List.of("off", "OFF", "false"))
            assertThat(AgentConfig.of(Map.of("listen", off), HOOKS).listen()).isNull();
    }

    @Test
    void theFileIsReadWithTheSystemPropertiesAndNoArguments() throws IOException {
        Path file = Files.writeString(directory.resolve("foreread.yaml"), "overlap: false\nlisten: a:1\n");
        Properties system = new Properties();
        system.setProperty("foreread.listen", "b:2");
        system.setProperty("foreread.config", "/another/file");
        AgentConfig config = AgentConfig.of(ConfigSources.read(file, system), HOOKS);
        assertThat(config.problems()).isEmpty();
        assertThat(config.readAhead().overlap()).isFalse();
        assertThat(config.listen()).hasToString("b:2");
    }

    @Test
    void theNameOfTheFileIsInTheArgumentsOrInAProperty() {
        Properties system = new Properties();
        assertThat(ConfigSources.file(null, system)).isNull();
        assertThat(ConfigSources.file("overlap=false,config=/a.yaml", system)).isEqualTo(Path.of("/a.yaml"));
        system.setProperty("foreread.config", "/b.yaml");
        assertThat(ConfigSources.file(null, system)).isEqualTo(Path.of("/b.yaml"));
    }

    @Test
    void aWrongKeyOfTheFileTurnsReadAheadOffUnlessItConcernsTheEndpointOnly() {
        List<AgentConfig> harmless = new ArrayList<>();
        for (String key : List.of("http.x", "metrics.x")) harmless.add(AgentConfig.of(Map.of(key, "1"), HOOKS));
        for (AgentConfig config : harmless) {
            assertThat(config.problems()).hasSize(1);
            assertThat(config.readAhead().mode()).hasToString("AUTO");
        }
        AgentConfig wrong = AgentConfig.of(Map.of("listen", "nowhere", "x", "1"), HOOKS);
        assertThat(wrong.problems()).hasSize(2);
        assertThat(wrong.readAhead().mode()).hasToString("OFF");
    }

    @Test
    void aKeyThatIsSetTwiceTurnsReadAheadOffUnlessItConcernsTheEndpointOnly() throws IOException {
        assertThat(modeOf("metrics: {tables: {top: 1, top: 2}}\n")).isEqualTo("AUTO");
        assertThat(modeOf("http: {timeout: 30s, timeout: 40s}\n")).isEqualTo("AUTO");
        assertThat(modeOf("overlap: true\noverlap: false\n")).isEqualTo("OFF");
    }

    private String modeOf(String yaml) throws IOException {
        Path file = Files.writeString(directory.resolve("twice.yaml"), yaml);
        AgentConfig config = AgentConfig.of(ConfigSources.read(file, new Properties()), HOOKS);
        assertThat(config.problems()).singleElement().asString().contains("is set twice");
        return config.readAhead().mode().name();
    }
}
