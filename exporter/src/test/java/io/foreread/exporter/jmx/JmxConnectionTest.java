package io.foreread.exporter.jmx;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.foreread.exporter.config.HostPort;
import io.foreread.exporter.config.Secret;
import io.foreread.exporter.jmx.client.JmxAccess;
import io.foreread.exporter.jmx.client.JmxConnection;
import io.foreread.exporter.jmx.client.JmxLimits;
import io.foreread.exporter.jmx.client.JmxLogin;
import io.foreread.exporter.jmx.client.NodeUnreachableException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.LongAdder;
import org.assertj.core.api.AbstractThrowableAssert;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Checks JMX logins, and the messages for failed connections. */
class JmxConnectionTest {
    private static final JmxLimits LIMITS = new JmxLimits(2000, 10_000, 4);

    @TempDir
    private Path directory;

    private static JmxConnection open(HostPort node, JmxAccess access) throws NodeUnreachableException {
        return JmxConnection.open(node, access, new LongAdder());
    }

    private static AbstractThrowableAssert<?, ?> whenOpening(HostPort node, JmxLogin login) {
        return assertThatThrownBy(() -> open(node, new JmxAccess(login, null, true, LIMITS)))
                .isInstanceOf(NodeUnreachableException.class)
                .hasMessageStartingWith(node + " ")
                .satisfies(error -> assertThat(((NodeUnreachableException) error).summary())
                        .doesNotContain("monitor", "Exception"));
    }

    private static Secret passwordFile(Path file) {
        return Objects.requireNonNull(Secret.of("jmx.password-file", file, "jmx.password-env", null));
    }

    private JmxLogin login(String line, List<String> warnings) throws IOException {
        Path file = Files.writeString(directory.resolve("password"), "# who\n\n" + line + "\n");
        return JmxLogin.read(passwordFile(file), warnings::add);
    }

    @Test
    void refusedConnectionIsReported() {
        whenOpening(HostPort.parse("127.0.0.1:1", ""), null)
                .hasMessageContaining("refused the connection")
                .hasMessageContaining("LOCAL_JMX");
    }

    @Test
    void unknownHostIsReported() {
        whenOpening(HostPort.parse("no-such-host.invalid:7199", ""), null).hasMessageContaining("correct the address");
    }

    @Test
    void passwordsAreRequiredAndChecked() throws IOException {
        List<String> warnings = new ArrayList<>();
        try (JmxServer node = new JmxServer(0, "secret", null)) {
            whenOpening(node.address(), null).hasMessageContaining("jmx.password-file");
            whenOpening(node.address(), login("monitor guess", warnings))
                    .hasMessageContaining("refused user 'monitor'")
                    .hasMessageNotContaining("guess");
            try (JmxConnection connection =
                    open(node.address(), new JmxAccess(login("monitor secret", warnings), null, true, LIMITS))) {
                assertThat(connection.lost()).isNull();
            }
        }
    }

    @Test
    void loginCanComeFromAnEnvironmentVariable() throws IOException {
        List<String> warnings = new ArrayList<>();
        JmxLogin login = JmxLogin.read(variable("FOREREAD_TEST_LOGIN"), warnings::add);
        try (JmxServer node = new JmxServer(0, "secret", null);
                JmxConnection connection = open(node.address(), new JmxAccess(login, null, true, LIMITS))) {
            assertThat(connection.lost()).isNull();
        }
        try (JmxServer node = new JmxServer(0, "changed", null)) {
            whenOpening(node.address(), login).hasMessageContaining("the password in jmx.password-env");
        }
        assertThatThrownBy(() -> JmxLogin.read(variable("FOREREAD_TEST_NONE"), warnings::add))
                .hasMessage("jmx.password-env: the environment variable FOREREAD_TEST_NONE is not set");
        assertThat(warnings).isEmpty();
    }

    private static Secret variable(String name) {
        return Objects.requireNonNull(Secret.of("jmx.password-file", null, "jmx.password-env", name));
    }

    @Test
    void changedPasswordFileIsReloaded() throws IOException {
        List<String> warnings = new ArrayList<>();
        JmxAccess access = new JmxAccess(login("monitor former", warnings), null, true, LIMITS);
        warnings.clear();
        try (JmxServer node = new JmxServer(0, "secret", null)) {
            assertThatThrownBy(() -> open(node.address(), access)).hasMessageContaining("refused");
            Files.writeString(directory.resolve("password"), "nothing\n");
            assertThatThrownBy(() -> open(node.address(), access)).hasMessageContaining("refused");
            assertThat(warnings).singleElement().asString().contains("no line 'user password'");
            Files.writeString(directory.resolve("password"), "monitor secret\n");
            try (JmxConnection connection = open(node.address(), access)) {
                assertThat(connection.lost()).isNull();
            }
        }
    }

    @Test
    void passwordFileWithoutLoginIsRejectedAndPublicPermissionsCauseAWarning() throws IOException {
        Path file = Files.writeString(directory.resolve("open"), "monitor secret\n");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r--r--"));
        List<String> warnings = new ArrayList<>();
        JmxLogin.read(passwordFile(file), warnings::add);
        assertThat(warnings).singleElement().asString().contains("chmod 600");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
        warnings.clear();
        JmxLogin.read(passwordFile(file), warnings::add);
        assertThat(warnings).isEmpty();
        Files.writeString(file, "secret\n");
        assertThatThrownBy(() -> JmxLogin.read(passwordFile(file), warnings::add))
                .hasMessageContaining("no line 'user password'");
        assertThatThrownBy(() -> JmxLogin.read(passwordFile(directory.resolve("none")), warnings::add))
                .hasMessageContaining("does not exist");
    }
}
