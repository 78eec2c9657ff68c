package io.foreread.exporter.jmx;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.foreread.exporter.config.Secret;
import io.foreread.exporter.jmx.client.JmxAccess;
import io.foreread.exporter.jmx.client.JmxConnection;
import io.foreread.exporter.jmx.client.JmxLimits;
import io.foreread.exporter.jmx.client.JmxLogin;
import io.foreread.exporter.jmx.client.JmxTls;
import io.foreread.exporter.jmx.client.NodeUnreachableException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.LongAdder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Checks that nodes can have different TLS settings in one process, and that the settings of a node apply to its RMI
 * registry and its RMI server.
 */
class JmxTlsTest {
    private static final JmxLimits LIMITS = new JmxLimits(5000, 10_000, 4);

    @TempDir
    private Path directory;

    private final List<String> warnings = new ArrayList<>();

    private JmxAccess trusting(Path store, boolean verifyHost) throws Exception {
        Secret password = Secret.of("file", TestStores.password(directory), "variable", null);
        return new JmxAccess(
                null,
                JmxTls.read(new JmxTls.Stores(store, password, store, password), verifyHost, warnings::add),
                true,
                LIMITS);
    }

    private static void assertConnects(JmxServer node, JmxAccess access) throws NodeUnreachableException {
        try (JmxConnection connection = JmxConnection.open(node.address(), access, new LongAdder())) {
            assertThat(connection.lost()).isNull();
        }
    }

    @Test
    void everyNodeHasItsOwnCertificates() throws Exception {
        Path one = TestStores.create(directory.resolve("one.p12"), "ip:127.0.0.1");
        Path two = TestStores.create(directory.resolve("two.p12"), "ip:127.0.0.1");
        try (JmxServer first = new JmxServer(0, null, TestStores.context(one));
                JmxServer second = new JmxServer(0, null, TestStores.context(two));
                JmxServer plain = JmxServer.start()) {
            // This call must be before the successful one: RMI would reuse the connection of the successful call.
            assertThatThrownBy(() -> assertConnects(second, trusting(one, true)))
                    .hasMessageContaining("TLS handshake")
                    .hasMessageContaining("jmx.truststore");
            assertConnects(first, trusting(one, true));
            assertConnects(second, trusting(two, true));
            assertConnects(plain, new JmxAccess(null, null, true, LIMITS));
        }
    }

    @Test
    void certificateForAnotherHostIsRejectedOnlyIfTheHostIsVerified() throws Exception {
        Path store = TestStores.create(directory.resolve("other.p12"), "dns:cassandra.example");
        try (JmxServer node = new JmxServer(0, null, TestStores.context(store))) {
            assertThatThrownBy(() -> assertConnects(node, trusting(store, true)))
                    .hasMessageContaining("jmx.tls-verify-host: false");
            assertConnects(node, trusting(store, false));
        }
    }

    @Test
    void certificateWithoutHostIsRejectedOnlyIfTheHostIsVerified() throws Exception {
        Path store = TestStores.create(directory.resolve("none.p12"), null);
        try (JmxServer node = new JmxServer(0, null, TestStores.context(store))) {
            assertThatThrownBy(() -> assertConnects(node, trusting(store, true)))
                    .hasMessageContaining("jmx.tls-verify-host: false");
            assertConnects(node, trusting(store, false));
        }
    }

    /** Without its password, a PKCS12 file opens, and its certificates are missing. */
    @Test
    void storeWithoutItsPasswordIsRejected() throws Exception {
        Path store = TestStores.create(directory.resolve("node.p12"), "ip:127.0.0.1");
        Secret password = Secret.of("file", TestStores.password(directory), "variable", null);
        assertThatThrownBy(() -> JmxTls.read(new JmxTls.Stores(store, null, null, null), true, warnings::add))
                .hasMessageStartingWith("jmx.truststore: " + store + " contains no certificate that Java trusts; ")
                .hasMessageContaining("password");
        assertThatThrownBy(() -> JmxTls.read(new JmxTls.Stores(store, password, store, null), true, warnings::add))
                .hasMessage("jmx.keystore: " + store
                        + " cannot be used without its password, and the setting for the password is missing");
    }

    @Test
    void changedStoreIsReadAgain() throws Exception {
        Path former = TestStores.create(directory.resolve("former.p12"), "ip:127.0.0.1");
        Path next = TestStores.create(directory.resolve("next.p12"), "ip:127.0.0.1");
        Path used = Files.copy(former, directory.resolve("used.p12"));
        JmxAccess access = trusting(used, true);
        try (JmxServer node = new JmxServer(0, null, TestStores.context(next))) {
            assertThatThrownBy(() -> assertConnects(node, access)).hasMessageContaining("TLS handshake");
            Files.writeString(used, "not a store");
            assertThatThrownBy(() -> assertConnects(node, access)).hasMessageContaining("TLS handshake");
            assertThat(warnings).singleElement().asString().contains("keeping the previous", "used.p12");
            Files.copy(next, used, StandardCopyOption.REPLACE_EXISTING);
            assertConnects(node, access);
        }
    }

    /** A registry without TLS can be forged, so that it refers to a server that records the password. */
    @Test
    void noPasswordIsSentToAServerWithoutTls() throws Exception {
        Path store = TestStores.create(directory.resolve("node.p12"), "ip:127.0.0.1");
        Secret password = Secret.of("file", TestStores.password(directory), "variable", null);
        Path loginFile = Files.writeString(directory.resolve("login"), "monitor secret\n");
        JmxLogin login = JmxLogin.read(Secret.of("file", loginFile, "variable", null), warnings::add);
        JmxTls tls = JmxTls.read(new JmxTls.Stores(store, password, store, password), true, warnings::add);
        try (JmxServer node = new JmxServer(0, "secret", null)) {
            assertThatThrownBy(() -> assertConnects(node, new JmxAccess(login, tls, false, LIMITS)))
                    .hasMessageContaining("has a JMX server without TLS, but jmx.tls is true");
            assertThat(node.logins()).isZero();
        }
    }

    @Test
    void errorOfAPlainConnectionToATlsNodeNamesTheSetting() throws Exception {
        Path store = TestStores.create(directory.resolve("node.p12"), "ip:127.0.0.1");
        try (JmxServer node = new JmxServer(0, null, TestStores.context(store))) {
            assertThatThrownBy(() -> assertConnects(node, new JmxAccess(null, null, true, LIMITS)))
                    .hasMessageContaining("jmx.tls: true");
        }
    }
}
