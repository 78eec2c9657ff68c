package io.foreread.agent.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
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
}
