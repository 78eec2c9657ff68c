package io.foreread.exporter.standalone;

import static org.assertj.core.api.Assertions.assertThat;

import io.foreread.exporter.jmx.JmxServer;
import io.foreread.exporter.jmx.MetricBean;
import io.foreread.exporter.jmx.TestStores;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Checks what a running exporter logs about changed files with passwords and certificates. */
class RotatedCredentialsTest {
    private static final String PLAIN_TEXT_WARNING = "is sent to the nodes without encryption";

    @TempDir
    private Path directory;

    private ChildExporter exporter(JmxServer node, String jmx) throws IOException {
        Path config = Files.writeString(
                directory.resolve("exporter.yaml"), "nodes: [\"" + node.address() + "\"]\njmx: " + jmx + "\n");
        return new ChildExporter(directory, "--listen", "127.0.0.1:0", "--config", config.toString());
    }

    @Test
    void invalidPasswordFileIsLoggedAndAValidOneIsUsed() throws Exception {
        Path password = Files.writeString(directory.resolve("jmx.password"), "monitor former\n");
        try (JmxServer node = new JmxServer(0, "secret", null)) {
            node.add("type=Storage,name=Exceptions", MetricBean.counter(2));
            try (ChildExporter exporter = exporter(node, "{password-file: " + password + "}")) {
                awaitLog(exporter, "refused user 'monitor'");
                Files.writeString(password, "nothing\n");
                awaitLog(exporter, "keeping the previous user and password");
                Files.writeString(password, "monitor secret\n");
                awaitLog(exporter, node.address() + " is up");
                assertThat(exporter.output().split(PLAIN_TEXT_WARNING, -1))
                        .as("the warning is logged once")
                        .hasSize(2);
            }
        }
    }

    @Test
    void invalidTruststoreIsLoggedAndAValidOneIsUsed() throws Exception {
        Path former = TestStores.create(directory.resolve("former.p12"), "ip:127.0.0.1");
        Path next = TestStores.create(directory.resolve("next.p12"), "ip:127.0.0.1");
        Path used = Files.copy(former, directory.resolve("used.p12"));
        Path password = TestStores.password(directory);
        try (JmxServer node = new JmxServer(0, null, TestStores.context(next));
                ChildExporter exporter = exporter(
                        node,
                        "{tls: true, truststore: %1$s, truststore-password-file: %2$s, keystore: %3$s, keystore-password-file: %2$s}"
                                .formatted(used, password, next))) {
            awaitLog(exporter, "TLS handshake");
            Files.writeString(used, "not a store");
            awaitLog(exporter, "keeping the previous JMX certificates");
            Files.copy(next, used, StandardCopyOption.REPLACE_EXISTING);
            awaitLog(exporter, node.address() + " is up");
        }
    }

    @Test
    void passwordOfAnAddedTargetWithoutTlsIsLogged() throws Exception {
        Path password = Files.writeString(directory.resolve("jmx.password"), "monitor secret\n");
        Path targets = Files.writeString(directory.resolve("targets.yaml"), "[]\n");
        Path config = Files.writeString(directory.resolve("exporter.yaml"), "targets-file: " + targets + "\n");
        try (JmxServer node = new JmxServer(0, "secret", null);
                ChildExporter exporter =
                        new ChildExporter(directory, "--listen", "127.0.0.1:0", "--config", config.toString())) {
            awaitLog(exporter, "serves ");
            assertThat(exporter.output()).doesNotContain(PLAIN_TEXT_WARNING);
            Files.writeString(
                    targets,
                    "[{\"targets\": [\"" + node.address() + "\"], \"labels\": {\"__jmx_password_file__\": \"" + password
                            + "\"}}]\n");
            awaitLog(exporter, PLAIN_TEXT_WARNING);
        }
    }

    private static void awaitLog(ChildExporter exporter, String text) {
        Awaitility.await().atMost(Duration.ofSeconds(60)).until(() -> exporter.output()
                .contains(text));
    }
}
