package io.foreread.it.node;

import static org.assertj.core.api.Assertions.assertThat;

import io.foreread.it.fixture.CassandraRelease;
import io.foreread.it.fixture.ChildJvmNode;
import io.foreread.it.fixture.ExporterProcess;
import io.foreread.it.fixture.Scrape;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.Map;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

/** Runs the standalone exporter for a node that requires a user and a password for JMX, and restarts the node. */
class StandaloneExporterIT {
    private static final CassandraRelease RELEASE = CassandraRelease.newestOf("4.1");

    private final Path storage = NodeReleases.storage("standalone", RELEASE);

    @Test
    void theExporterReconnectsToANodeWithAPasswordAfterItsRestart() throws IOException {
        Path right = password("right", "monitor secret");
        Path wrong = password("wrong", "monitor guess");
        try (ChildJvmNode node = node(0)) {
            String jmx = "127.0.0.1:" + node.jmxPort();
            try (ExporterProcess withoutPassword = ExporterProcess.start(storage, "--jmx", jmx);
                    ExporterProcess wrongPassword =
                            ExporterProcess.start(storage, "--jmx", jmx, "--jmx-password-file", wrong.toString());
                    ExporterProcess exporter =
                            ExporterProcess.start(storage, "--jmx", jmx, "--jmx-password-file", right.toString())) {
                awaitLog(withoutPassword, "requires a user and a password");
                awaitLog(wrongPassword, "refused user 'monitor' or the password in jmx.password-file");
                assertThat(wrongPassword.get("/metrics?target=" + jmx).body())
                        .contains(jmx + ": authentication failed")
                        .doesNotContain("monitor");
                awaitAnswer(exporter, 200, "cassandra_client_request_latency_seconds");

                node.kill();
                awaitAnswer(exporter, 200, "foreread_node_up{target=\"" + jmx + "\"} 0");
                assertThat(exporter.get("/metrics?target=" + jmx).statusCode()).isEqualTo(503);
                try (ChildJvmNode again = node(node.jmxPort())) {
                    awaitAnswer(exporter, 200, "cassandra_node_info");
                    assertThat(Scrape.from(exporter.metricsAddress())
                                    .sum(
                                            "cassandra_node_info",
                                            Map.of(
                                                    "release_version",
                                                    RELEASE.version().text())))
                            .isEqualTo(1);
                    assertThat(again.errors()).isEmpty();
                }
                assertThat(exporter.log()).doesNotContain("secret").containsSubsequence("is up", "is up");
                assertThat(exporter.stop()).isEqualTo(128 + 15);
            }
        }
    }

    private ChildJvmNode node(int jmxPort) throws IOException {
        return ChildJvmNode.of(RELEASE, storage)
                .jmxPort(jmxPort)
                // The check of JMX passwords needs this export on Java 16 and later.
                .jvmOptions("--add-exports=java.management/com.sun.jmx.remote.security=ALL-UNNAMED")
                .systemProperty("com.sun.management.jmxremote.authenticate", "true")
                .systemProperty(
                        "com.sun.management.jmxremote.password.file",
                        password("node", "monitor secret").toString())
                // With readonly, the JVM refuses the operation that returns the buckets of a histogram.
                .systemProperty(
                        "com.sun.management.jmxremote.access.file",
                        Files.writeString(storage.resolve("node.access"), "monitor readwrite\n")
                                .toAbsolutePath()
                                .toString())
                .start();
    }

    private Path password(String name, String line) throws IOException {
        Path file = Files.writeString(storage.resolve(name + ".password"), line + "\n")
                .toAbsolutePath();
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
        return file;
    }

    private static void awaitLog(ExporterProcess exporter, String text) {
        Awaitility.await().atMost(Duration.ofSeconds(60)).until(() -> exporter.log()
                .contains(text));
    }

    private static void awaitAnswer(ExporterProcess exporter, int status, String text) {
        Awaitility.await()
                .atMost(Duration.ofSeconds(60))
                .ignoreException(UncheckedIOException.class)
                .untilAsserted(() -> {
                    HttpResponse<String> answer = exporter.get("/metrics");
                    assertThat(answer.body()).contains(text);
                    assertThat(answer.statusCode()).isEqualTo(status);
                });
    }
}
