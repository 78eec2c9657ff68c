package io.foreread.exporter.security;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.foreread.exporter.config.HttpConfig;
import io.foreread.exporter.config.OperatorFile;
import java.io.IOException;
import java.nio.charset.MalformedInputException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.InvalidKeyException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class EndpointSecurityTest {
    private static final String USER = "u:$2y$05$c4WoMPo3SXsafkva.HHa6uXQZWr7oboPiC2bT/r7q1BB8I2s0BRqC\n";

    @TempDir
    private Path directory;

    private final List<String> warnings = new ArrayList<>();

    private static HttpConfig config(Map<String, String> settings) {
        return HttpConfig.of(settings, new ArrayList<>());
    }

    private Path file(String name, String text, String mode) throws IOException {
        Path file = Files.writeString(directory.resolve(name), text);
        return Files.setPosixFilePermissions(file, PosixFilePermissions.fromString(mode));
    }

    @Test
    void everyUnusableFileIsOneProblem() throws IOException {
        Path users = file("users", "nobody\n", "rw-------");
        HttpConfig config = config(Map.of(
                "http.tls.certificate", "/no/c", "http.tls.key", "/no/k", "http.auth.users-file", users.toString()));
        List<String> problems = EndpointSecurity.problems(config, warnings::add);
        assertThat(problems)
                .containsExactly(
                        "http.tls.certificate: /no/c does not exist",
                        "http.auth.users-file: " + users + " line 1 is not user:hash");
        assertThat(warnings).isEmpty();
        assertThatThrownBy(() -> EndpointSecurity.open(config))
                .isInstanceOf(IOException.class)
                .hasMessage("\n  " + String.join("\n  ", problems));
    }

    @Test
    void secretsThatOthersCanReadAreWarnings() throws IOException {
        Path users = file("users", USER, "rw-r--r--");
        HttpConfig open = config(Map.of("http.auth.users-file", users.toString()));
        assertThat(EndpointSecurity.problems(open, warnings::add)).isEmpty();
        assertThat(warnings).containsExactly("http.auth.users-file: " + users + " can be read by others; chmod 600 it");
        file("users", USER, "rw-------");
        warnings.clear();
        assertThat(EndpointSecurity.problems(open, warnings::add)).isEmpty();
        assertThat(warnings).isEmpty();
    }

    @Test
    void theKeyAndTheKeystoreAndItsPasswordAreSecretsAndCertificatesAreNot() throws IOException {
        String certificate = file("c", "", "rw-r--r--").toString();
        String key = file("k", "", "rw-r--r--").toString();
        EndpointSecurity.problems(
                config(Map.of("http.tls.certificate", certificate, "http.tls.key", key)), warnings::add);
        EndpointSecurity.problems(
                config(Map.of("http.tls.keystore", key, "http.tls.keystore-password-file", key)), warnings::add);
        assertThat(warnings)
                .extracting(warning -> warning.substring(0, warning.indexOf(' ')))
                .containsExactly("http.tls.key:", "http.tls.keystore:", "http.tls.keystore-password-file:");
    }

    @Test
    void filesOfInvalidSettingsAreNotOpened() throws IOException {
        Path users = file("users", "nobody\n", "rw-r--r--");
        HttpConfig broken = config(Map.of("http.timeout", "soon", "http.auth.users-file", users.toString()));
        assertThat(EndpointSecurity.problems(broken, warnings::add)).isEmpty();
        assertThat(warnings).isEmpty();
    }

    @Test
    void anEndpointIsSecuredOnlyAsConfigured() throws Exception {
        EndpointSecurity none = EndpointSecurity.open(HttpConfig.defaults());
        assertThat(none.tls()).isNull();
        assertThat(none.auth()).isNull();
        Path users = file("users", USER, "rw-------");
        EndpointSecurity password = EndpointSecurity.open(config(Map.of("http.auth.users-file", users.toString())));
        assertThat(password.tls()).isNull();
        assertThat(password.auth()).isNotNull();
        TestCertificates certificates = new TestCertificates(directory);
        certificates.make("server", "EC");
        EndpointSecurity encrypted = EndpointSecurity.open(config(certificates.writeServerFiles("server", directory)));
        assertThat(encrypted.tls())
                .isNotNull()
                .satisfies(tls -> assertThat(tls.expiry().name()).isEqualTo("certificates"));
        assertThat(encrypted.auth()).isNull();
    }

    static Stream<Arguments> failures() {
        return Stream.of(
                Arguments.of(new NoSuchFileException("x"), "does not exist"),
                Arguments.of(new AccessDeniedException("x"), "is not readable by this user"),
                Arguments.of(new MalformedInputException(1), "is not UTF-8"),
                Arguments.of(new FileSystemException("/f", null, "Is a directory"), "/f: Is a directory"),
                Arguments.of(new InvalidKeyException("bad"), "cannot be used: java.security.InvalidKeyException: bad"),
                Arguments.of(new IllegalStateException("odd"), "cannot be used: java.lang.IllegalStateException: odd"));
    }

    @ParameterizedTest
    @MethodSource("failures")
    void aProblemNamesTheSettingTheFileAndTheCause(Exception failure, String said) {
        assertThatThrownBy(() -> OperatorFile.read("http.tls.key", Path.of("/f"), file -> {
                    if (failure instanceof IOException e) throw e;
                    if (failure instanceof InvalidKeyException e) throw e;
                    throw (RuntimeException) failure;
                }))
                .isInstanceOf(IOException.class)
                .hasMessage("http.tls.key: /f " + said)
                .hasCause(failure);
    }
}
