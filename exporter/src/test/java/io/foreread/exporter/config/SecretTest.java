package io.foreread.exporter.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SecretTest {
    @TempDir
    private Path directory;

    private static Secret secret(String suffix, String value) {
        List<String> problems = new ArrayList<>();
        HttpConfig config = HttpConfig.of(
                Map.of("http.tls.keystore", "/s", "http.tls.keystore-password-" + suffix, value), problems);
        assertThat(problems).isEmpty();
        return Objects.requireNonNull(config.keystorePassword());
    }

    @Test
    void isTheFirstLineOfAFile() throws IOException {
        Path file = Files.writeString(directory.resolve("password"), "one two \nthree\n");
        assertThat(secret("file", file.toString()).read()).isEqualTo("one two");
        assertThat(secret("file", file.toString()).file()).isEqualTo(file);
        Files.writeString(file, "");
        assertThatThrownBy(() -> secret("file", file.toString()).read())
                .hasMessage("http.tls.keystore-password-file: " + file + " has no password in its first line");
        Files.delete(file);
        assertThatThrownBy(() -> secret("file", file.toString()).read())
                .hasMessage("http.tls.keystore-password-file: " + file + " does not exist");
    }

    @Test
    void aByteOrderMarkIsNotPartOfTheSecret() throws IOException {
        Path file = Files.writeString(directory.resolve("password"), "\uFEFFsecret\n");
        assertThat(secret("file", file.toString()).read()).isEqualTo("secret");
    }

    @Test
    void isTheValueOfAnEnvironmentVariable() throws IOException {
        assertThat(secret("env", "PATH").read()).isEqualTo(System.getenv("PATH"));
        assertThatThrownBy(() -> secret("env", "NO_SUCH_VARIABLE").read())
                .hasMessage("http.tls.keystore-password-env: the environment variable NO_SUCH_VARIABLE is not set");
    }
}
