package io.foreread.agent.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.foreread.agent.control.ReadAheadMXBean;
import java.io.IOException;
import java.lang.reflect.Proxy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import javax.management.StandardMBean;
import javax.management.remote.JMXAuthenticator;
import javax.management.remote.JMXConnectorServer;
import javax.management.remote.JMXPrincipal;
import javax.security.auth.Subject;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Switches read-ahead through JMX as users that the access file of the JVM permits to change attributes, or not. */
class JmxAccessRightsTest {
    @TempDir
    private Path directory;

    private final AtomicBoolean enabled = new AtomicBoolean(true);
    private AgentOverJmx node;

    @BeforeEach
    void start() throws Exception {
        Path access = Files.writeString(directory.resolve("jmx.access"), "monitor readonly\ncontrol readwrite\n");
        JMXAuthenticator authenticator =
                user -> new Subject(true, Set.of(new JMXPrincipal(((String[]) user)[0])), Set.of(), Set.of());
        node = new AgentOverJmx(
                new StandardMBean(agent(), ReadAheadMXBean.class, true),
                Map.of(JMXConnectorServer.AUTHENTICATOR, authenticator, "jmx.remote.x.access.file", access.toString()));
    }

    @AfterEach
    void stop() throws IOException {
        node.close();
    }

    @Test
    void aUserWithWriteAccessSwitchesReadAheadOff() throws IOException {
        CommandRun run = offAs("control");
        assertThat(run.exitCode()).as(run.err()).isZero();
        assertThat(enabled).isFalse();
    }

    @Test
    void aUserWithoutWriteAccessIsReportedInOneLine() throws IOException {
        CommandRun run = offAs("monitor");
        assertThat(run.exitCode()).isEqualTo(3);
        assertThat(run.err().lines())
                .filteredOn(line -> !line.startsWith("foreread: warning: the password is sent"))
                .singleElement()
                .asString()
                .contains("JMX user of " + node.address(), ReadAheadMXBean.NAME, "Access denied");
        assertThat(enabled).isTrue();
    }

    private CommandRun offAs(String user) throws IOException {
        Path password = Files.writeString(directory.resolve("password"), user + " secret\n");
        Files.setPosixFilePermissions(password, PosixFilePermissions.fromString("rw-------"));
        return CommandRun.of("off", "--jmx", node.address(), "--jmx-password-file", password.toString());
    }

    private ReadAheadMXBean agent() {
        return (ReadAheadMXBean) Proxy.newProxyInstance(
                ReadAheadMXBean.class.getClassLoader(),
                new Class<?>[] {ReadAheadMXBean.class},
                (proxy, method, arguments) -> switch (method.getName()) {
                    case "setEnabled" -> {
                        enabled.set((Boolean) arguments[0]);
                        yield null;
                    }
                    case "isEnabled" -> enabled.get();
                    default -> method.getReturnType() == String.class ? "auto" : null;
                });
    }
}
