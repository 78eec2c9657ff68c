package io.foreread.exporter.security;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PasswordHashTest {
    @TempDir
    private Path directory;

    /**
     * The first hash is from Apache's documentation of htpasswd. The other hashes were created with Python's hashlib, and
     * have the format of passlib.
     */
    @ParameterizedTest
    @CsvSource(
            delimiter = ' ',
            value = {
                "myPassword $2y$05$c4WoMPo3SXsafkva.HHa6uXQZWr7oboPiC2bT/r7q1BB8I2s0BRqC",
                "secret $pbkdf2-sha256$20000$AAECAwQFBgcICQoLDA0ODw$Eo9Ss7G1qTHlvyZ/PBINDH9LISbk/Nd.GbHvqaDvLxk",
                "secret $pbkdf2-sha512$20000$AAECAwQFBgcICQoLDA0ODw==$izE+AY1Ids1jVwBhf2FsPMFHS9iygCchX5elczkHu0LBPccrCPYN8LaVF3iyzGR+y4CYGq2xLXKWWphHKZDPlw==",
            })
    void matchesOnlyThePassword(String password, String hash) {
        PasswordHash read = PasswordHash.of(hash);
        assertThat(read.matches(password)).isTrue();
        assertThat(read.matches(password + "x")).isFalse();
        assertThat(read.matches("")).isFalse();
        assertThat(read.matches("\0")).isFalse();
        assertThat(read.matches("x".repeat(2000))).isFalse();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "secret",
                "",
                "$apr1$rOioh4Wh$bVD3DRwksETubcpEH90ww0",
                "{SHA}5en6G6MezRroT3XKqkdPOmY/BfQ=",
                "$2y$15$c4WoMPo3SXsafkva.HHa6uXQZWr7oboPiC2bT/r7q1BB8I2s0BRqC",
                "$2y$05$short",
                "$pbkdf2-sha256$10$AAECAwQFBgcICQoLDA0ODw$AAECAwQFBgcICQoLDA0ODw",
                "$pbkdf2-sha256$90000000$AAECAwQFBgcICQoLDA0ODw$AAECAwQFBgcICQoLDA0ODw",
                "$pbkdf2-sha256$20000$AA$AAECAwQFBgcICQoLDA0ODw",
            })
    void invalidHashIsRejectedAndNotInTheMessage(String text) throws IOException {
        Path file = Files.writeString(directory.resolve("users"), "# ours\n\nprometheus:" + text + "\n");
        assertThatThrownBy(() -> Users.read(file))
                .isInstanceOf(IOException.class)
                .hasMessageStartingWith("line 3 has ")
                .satisfies(e -> {
                    if (!text.isEmpty()) assertThat(e.getMessage()).doesNotContain(text);
                });
    }

    @Test
    void fileWithoutUsersIsRejected() throws IOException {
        Path file = Files.writeString(directory.resolve("users"), "# nobody\n");
        assertThatThrownBy(() -> Users.read(file)).hasMessageContaining("contains no user");
        Files.writeString(file, "prometheus\n");
        assertThatThrownBy(() -> Users.read(file)).hasMessageContaining("line 1 is not user:hash");
    }
}
