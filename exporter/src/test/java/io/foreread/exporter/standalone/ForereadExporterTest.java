package io.foreread.exporter.standalone;

import static org.assertj.core.api.Assertions.assertThat;

import io.foreread.exporter.jmx.JmxServer;
import io.foreread.exporter.jmx.MetricBean;
import io.foreread.exporter.jmx.TestStores;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Checks what a running exporter serves, in a separate JVM. */
class ForereadExporterTest {
    private static final String EXCEPTIONS = "type=Storage,name=Exceptions";

    @TempDir
    private Path directory;

    private ChildExporter exporter(String... arguments) throws Exception {
        return ChildExporter.start(directory, arguments);
    }

    /** Starts an exporter, and waits until it serves both nodes: the first must have 1 exception, the second must have 2. */
    private ChildExporter exporterOf(JmxServer one, JmxServer two, int timeoutSeconds) throws Exception {
        Path config = directory.resolve("exporter.yaml");
        Files.writeString(
                config,
                "nodes: [\"" + one.address() + "\", \"" + two.address() + "\"]\njmx: {timeout: " + timeoutSeconds
                        + "}\n");
        ChildExporter exporter = exporter("--config", config.toString());
        exporter.await("metrics?target=" + one.address(), 200, "cassandra_storage_exceptions_total 1\n");
        exporter.await("metrics?target=" + two.address(), 200, "cassandra_storage_exceptions_total 2\n");
        return exporter;
    }

    @Test
    void singleNodeIsServedWhileItIsUp() throws Exception {
        JmxServer node = JmxServer.start();
        node.add(EXCEPTIONS, MetricBean.counter(2));
        int port = node.address().port();
        try (ChildExporter exporter = exporter("--jmx", node.address().toString())) {
            exporter.await("metrics", 200, "\ncassandra_storage_exceptions_total 2\n");
            assertThat(exporter.get("metrics").body())
                    .contains("foreread_node_up{target=\"" + node.address() + "\"} 1", "foreread_http_requests_total")
                    .doesNotContain("jvm_memory");
            assertThat(exporter.get("ready").statusCode()).isEqualTo(200);
            node.close();
            exporter.await("metrics", 200, "foreread_node_up{target=\"" + node.address() + "\"} 0");
            assertThat(exporter.get("metrics").body()).doesNotContain("cassandra_storage");
            assertThat(exporter.get("exporter").body()).contains("jvm_memory", "process_", "foreread_node_up");
            assertThat(exporter.get("metrics?target=" + node.address()).statusCode())
                    .isEqualTo(503);
            assertThat(exporter.get("ready").statusCode()).isEqualTo(503);
            assertThat(exporter.get("").body()).contains("down", node.address().toString());
            try (JmxServer again = new JmxServer(port, null, null)) {
                again.add(EXCEPTIONS, MetricBean.counter(0));
                exporter.await("metrics", 200, "\ncassandra_storage_exceptions_total 0\n");
            }
            exporter.stop();
            assertThat(exporter.exitCode()).isEqualTo(128 + 15);
        }
    }

    @Test
    void severalNodesAreServedAsTargets() throws Exception {
        try (JmxServer one = JmxServer.start();
                JmxServer two = JmxServer.start()) {
            one.add(EXCEPTIONS, MetricBean.counter(1));
            two.add(EXCEPTIONS, MetricBean.counter(2));
            try (ChildExporter exporter = exporterOf(one, two, 1)) {
                assertThat(exporter.get("metrics").body())
                        .contains("foreread_node_up{target=\"" + one.address() + "\"} 1", "jvm_")
                        .doesNotContain("cassandra_storage");
                HttpResponse<String> unknown = exporter.get("metrics?target=127.0.0.1:1");
                assertThat(unknown.statusCode()).isEqualTo(404);
                assertThat(unknown.body()).contains("configured");
            }
        }
    }

    @Test
    void hungAttributeDoesNotDelayOtherMetrics() throws Exception {
        try (JmxServer one = JmxServer.start();
                JmxServer two = JmxServer.start()) {
            one.add(EXCEPTIONS, MetricBean.counter(1));
            MetricBean slow = two.add(EXCEPTIONS, MetricBean.counter(2));
            MetricBean hints = two.add("type=Storage,name=TotalHints", MetricBean.counter(3));
            try (ChildExporter exporter = exporterOf(one, two, 3)) {
                CountDownLatch hung = new CountDownLatch(1);
                slow.hung = hung;
                exporter.await("metrics?target=" + two.address(), 200, "foreread_jmx_slow_beans 1\n");
                // The first read in the background is due at once, the next one after a pause.
                int readsOfScrapes = slow.calls.size();
                Awaitility.await().atMost(Duration.ofSeconds(60)).until(() -> slow.calls.size() > readsOfScrapes);
                int reads = slow.calls.size();
                for (int i = 0; i < 3; i++) {
                    // Scrapes share the values of a fetch that began less than a second ago.
                    Awaitility.await().pollDelay(Duration.ofMillis(1100)).until(() -> true);
                    hints.attributes.put("Count", 10L + i);
                    HttpResponse<String> scrape = exporter.get("metrics?target=" + two.address());
                    assertThat(scrape.statusCode()).isEqualTo(200);
                    assertThat(scrape.body()).contains("cassandra_storage_hints_total " + (10 + i) + "\n");
                }
                assertThat(slow.calls).as("no scrape reads the attribute").hasSize(reads);
                assertThat(exporter.get("metrics").body())
                        .contains("foreread_jmx_connections_total{target=\"" + two.address() + "\"} 1");
                hung.countDown();
                // The attribute is read again after a pause of at least ten times the duration of its last read.
                exporter.await("metrics?target=" + two.address(), 200, "foreread_jmx_slow_beans 0\n");
                exporter.await("metrics?target=" + two.address(), 200, "cassandra_storage_exceptions_total 2\n");
            }
        }
    }

    @Test
    void changedTargetsFileIsReloadedAndAnInvalidOneKeepsThePreviousTargets() throws Exception {
        Path targets = directory.resolve("targets.yaml");
        Path config = Files.writeString(directory.resolve("exporter.yaml"), "targets-file: " + targets + "\n");
        Path password = Files.writeString(directory.resolve("jmx.password"), "monitor secret\n");
        try (JmxServer one = JmxServer.start();
                JmxServer two = new JmxServer(0, "secret", null)) {
            one.add(EXCEPTIONS, MetricBean.counter(1));
            two.add(EXCEPTIONS, MetricBean.counter(2));
            Files.writeString(targets, "- targets: [\"" + one.address() + "\"]\n  labels: {rack: r1}\n");
            try (ChildExporter exporter = exporter("--config", config.toString())) {
                exporter.await("metrics?target=" + one.address(), 200, "cassandra_storage_exceptions_total 1\n");
                exporter.await("metrics", 200, "foreread_node_up{target=\"" + one.address() + "\",rack=\"r1\"} 1");
                assertThat(exporter.get("metrics?target=" + two.address()).statusCode())
                        .isEqualTo(404);
                Files.writeString(
                        targets,
                        "[{\"targets\": [\"" + one.address() + "\"]}, {\"targets\": [\"" + two.address()
                                + "\"], \"labels\": {\"__jmx_password_file__\": \"" + password + "\"}}]");
                exporter.await("metrics?target=" + two.address(), 200, "cassandra_storage_exceptions_total 2\n");
                Files.writeString(targets, "- targets: [\"" + one.address() + "\", \"host\"]\n");
                Awaitility.await().atMost(Duration.ofSeconds(20)).until(() -> exporter.output()
                        .contains("Keeping the previous targets"));
                assertThat(exporter.output()).contains("target 'host'");
                assertThat(exporter.get("metrics?target=" + two.address()).statusCode())
                        .isEqualTo(200);
                Files.writeString(targets, "- targets: [\"" + two.address() + "\"]\n");
                exporter.await("metrics?target=" + one.address(), 404, "targets-file");
                // The new targets file does not contain the password of this target.
                exporter.await("metrics?target=" + two.address(), 503, "authentication failed");
                assertThat(exporter.get("metrics").body())
                        .contains("foreread_jmx_connections_total{target=\"" + two.address() + "\"} 0")
                        .doesNotContain(one.address().toString());
            }
        }
    }

    @Test
    void excessScrapesOfAHungNodeAreRejectedAndDoNotDelayOthers() throws Exception {
        try (JmxServer one = JmxServer.start();
                JmxServer two = JmxServer.start()) {
            one.add(EXCEPTIONS, MetricBean.counter(1));
            List<MetricBean> beans = new ArrayList<>(List.of(two.add(EXCEPTIONS, MetricBean.counter(2))));
            // A scrape skips at most 4 hung MBeans (jmx.callers). More of them hang here, so that the scrape waits.
            for (int i = 0; i < 20; i++)
                beans.add(
                        two.add("type=Table,keyspace=ks,scope=t" + i + ",name=LiveSSTableCount", MetricBean.gauge(i)));
            CountDownLatch hung = new CountDownLatch(1);
            try (ChildExporter exporter = exporterOf(one, two, 60)) {
                beans.forEach(bean -> bean.hung = hung);
                // Scrapes share the values of a fetch that began less than a second ago, so the test waits for longer.
                Awaitility.await().pollDelay(Duration.ofMillis(1200)).until(() -> true);
                List<CompletableFuture<HttpResponse<String>>> scrapes = new ArrayList<>();
                for (int i = 0; i < 20; i++) scrapes.add(exporter.getAsync("metrics?target=" + two.address()));
                HttpResponse<String> other =
                        exporter.getAsync("metrics?target=" + one.address()).get(10, TimeUnit.SECONDS);
                assertThat(other.statusCode()).isEqualTo(200);
                Awaitility.await().atMost(Duration.ofSeconds(20)).untilAsserted(() -> assertThat(scrapes)
                        .filteredOn(CompletableFuture::isDone)
                        .hasSize(20 - Node.MAX_READERS));
                for (CompletableFuture<HttpResponse<String>> scrape : scrapes) {
                    if (!scrape.isDone()) continue;
                    assertThat(scrape.get().statusCode()).isEqualTo(503);
                    assertThat(scrape.get().body())
                            .startsWith(two.address().toString())
                            .contains("jmx.callers");
                }
                beans.forEach(bean -> bean.hung = null);
                hung.countDown();
                for (CompletableFuture<HttpResponse<String>> scrape : scrapes) scrape.get(30, TimeUnit.SECONDS);
                exporter.await("metrics?target=" + two.address(), 200, "cassandra_storage_exceptions_total 2\n");
            }
        }
    }

    @Test
    void filtersChangeWithTheConfigurationFile() throws Exception {
        Path config = directory.resolve("exporter.yaml");
        try (JmxServer node = JmxServer.start()) {
            node.add(EXCEPTIONS, MetricBean.counter(1));
            node.add("type=Storage,name=TotalHints", MetricBean.counter(3));
            Files.writeString(config, "nodes: [\"" + node.address() + "\"]\n");
            try (ChildExporter exporter = exporter("--config", config.toString())) {
                exporter.await("metrics", 200, "cassandra_storage_hints_total 3\n");
                Files.writeString(
                        config,
                        "nodes: [\"" + node.address()
                                + "\"]\nmetrics: {node: {exclude: cassandra_storage_exceptions_total}}\n");
                Awaitility.await().atMost(Duration.ofSeconds(20)).untilAsserted(() -> assertThat(
                                exporter.get("metrics").body())
                        .contains("cassandra_storage_hints_total 3\n")
                        .doesNotContain("cassandra_storage_exceptions_total"));
            }
        }
    }

    @Test
    void selfSignedCertificateIsAcceptedOnlyWithATruststore() throws Exception {
        Path store = TestStores.create(directory.resolve("store.p12"), "ip:127.0.0.1");
        Path password = TestStores.password(directory);
        try (JmxServer node = new JmxServer(0, null, TestStores.context(store))) {
            node.add(EXCEPTIONS, MetricBean.counter(4));
            try (ChildExporter plain = exporter("--jmx", node.address().toString());
                    ChildExporter stranger = exporter("--jmx", node.address().toString(), "--jmx-tls")) {
                awaitLog(plain, "jmx.tls: true");
                awaitLog(stranger, "jmx.truststore");
                assertThat(plain.get("").body()).contains("no JMX at this port").doesNotContain("jmx.tls");
            }
            Path config = Files.writeString(
                    directory.resolve("tls.yaml"),
                    """
                    nodes: ["%1$s"]
                    jmx:
                      tls: true
                      truststore: %2$s
                      truststore-password-file: %3$s
                      keystore: %2$s
                      keystore-password-file: %3$s
                    """
                            .formatted(node.address(), store, password));
            try (ChildExporter known = exporter("--config", config.toString())) {
                known.await("metrics", 200, "cassandra_storage_exceptions_total 4\n");
            }
        }
    }

    private static void awaitLog(ChildExporter exporter, String text) {
        Awaitility.await().atMost(Duration.ofSeconds(30)).until(() -> exporter.output()
                .contains(text));
    }
}
