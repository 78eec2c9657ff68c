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
    /** The hash of "myPassword". */
    private static final String BCRYPT = "$2y$05$c4WoMPo3SXsafkva.HHa6uXQZWr7oboPiC2bT/r7q1BB8I2s0BRqC";

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
                "$2y$03$c4WoMPo3SXsafkva.HHa6uXQZWr7oboPiC2bT/r7q1BB8I2s0BRqC",
                "$2y$05$short",
                "$pbkdf2-sha256$999$AAECAwQFBgcICQoLDA0ODw$AAECAwQFBgcICQoLDA0ODw",
                "$pbkdf2-sha256$5000001$AAECAwQFBgcICQoLDA0ODw$AAECAwQFBgcICQoLDA0ODw",
                "$pbkdf2-sha256$20000$AAECAwQFBg$AAECAwQFBgcICQoLDA0ODw",
                "$pbkdf2-sha256$20000$AAECAwQFBgcICQoLDA0ODw$AAECAwQFBg",
                "$pbkdf2-sha256$20000$AAECAwQFBgcICQoLDA0OD$AAECAwQFBgcICQoLDA0ODw",
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

    @ParameterizedTest
    @ValueSource(
            strings = {
                "$2y$04$c4WoMPo3SXsafkva.HHa6uXQZWr7oboPiC2bT/r7q1BB8I2s0BRqC",
                "$2b$14$c4WoMPo3SXsafkva.HHa6uXQZWr7oboPiC2bT/r7q1BB8I2s0BRqC",
                "$pbkdf2-sha256$1000$AAECAwQFBgc$AAECAwQFBgc",
                "$pbkdf2-sha512$5000000$AAECAwQFBgc=$AAECAwQFBgc=",
            })
    void theLimitsThemselvesAreAllowed(String text) {
        assertThat(PasswordHash.of(text)).isNotNull();
    }

    /** The hash was created with crypt(3), from 80 letters. */
    @Test
    void bcryptUsesTheFirst72BytesOfAPassword() {
        PasswordHash hash = PasswordHash.of("$2y$04$c4WoMPo3SXsafkva.HHa6ue3enOpUwe5JN3cMhaHTl8seuVQjzdym");
        assertThat(hash.matches("p".repeat(80))).isTrue();
        assertThat(hash.matches("p".repeat(72))).isTrue();
        assertThat(hash.matches("p".repeat(71))).isFalse();
    }

    @Test
    void fileWithoutUsersIsRejected() throws IOException {
        Path file = Files.writeString(directory.resolve("users"), "# nobody\n");
        assertThatThrownBy(() -> Users.read(file)).hasMessageContaining("contains no user");
        Files.writeString(file, "prometheus\n");
        assertThatThrownBy(() -> Users.read(file)).hasMessageContaining("line 1 is not user:hash");
        Files.writeString(file, "\n:" + BCRYPT + "\n");
        assertThatThrownBy(() -> Users.read(file)).hasMessageContaining("line 2 is not user:hash");
    }

    /** Otherwise an edit of the first line would have no effect, and the old password would still be valid. */
    @Test
    void fileWithTwoLinesForAUserIsRejected() throws IOException {
        Path file = Files.writeString(directory.resolve("users"), "one:" + BCRYPT + "\n\none:" + BCRYPT + "\n");
        assertThatThrownBy(() -> Users.read(file)).hasMessageContaining("line 3 repeats the user 'one'");
    }

    @Test
    void aUserIsAdmittedByTheHashOfTheSameLineOnly() throws IOException {
        String other = BCRYPT.replace("$05$", "$04$");
        Users users = Users.read(Files.writeString(directory.resolve("users"), "a:" + BCRYPT + "\n b:" + other + "\n"));
        assertThat(users.matching("a", "myPassword")).isNotNull();
        assertThat(users.matching("b", "myPassword")).isNull();
        assertThat(users.matching("c", "myPassword")).isNull();
    }

    @Test
    void aLineIsContainedWhileItsUserAndHashAreTheSame() throws IOException {
        Path file = Files.writeString(directory.resolve("users"), "a:" + BCRYPT + "\n");
        Users.Line line = Users.read(file).matching("a", "myPassword");
        Files.writeString(file, "# moved\nb:" + BCRYPT + "\n  a:" + BCRYPT + "\n");
        assertThat(Users.read(file).contains(line)).isTrue();
        Files.writeString(file, "a:" + BCRYPT.replace("$05$", "$04$") + "\n");
        assertThat(Users.read(file).contains(line)).isFalse();
        Files.writeString(file, "b:" + BCRYPT + "\n");
        assertThat(Users.read(file).contains(line)).isFalse();
    }
}
