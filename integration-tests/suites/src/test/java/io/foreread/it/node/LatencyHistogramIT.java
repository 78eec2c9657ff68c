package io.foreread.it.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.foreread.it.fixture.CassandraRelease;
import io.foreread.it.fixture.ChildJvmNode;
import io.foreread.it.fixture.Full;
import io.foreread.it.fixture.NodeJmx;
import io.foreread.it.fixture.PrometheusServer;
import io.foreread.it.fixture.Scrape;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Compares percentiles of histograms in a real Prometheus with nodetool, and checks that counts and sums never
 * decrease.
 */
@ParameterizedClass(name = "{0}")
@MethodSource("releases")
class LatencyHistogramIT {
    private static final String LATENCY = "cassandra_client_request_latency_seconds";
    private static final int REQUESTS = 20_000;
    private static final int SCRAPES = Full.isAskedFor() ? 1_000 : 300;

    private static Path storage;
    private static ChildJvmNode node;

    /**
     * JUnit passes the release, and shows it in the names of the tests. The tests use the static node of this release.
     */
    LatencyHistogramIT(CassandraRelease release) {
        assertThat(node.version()).isEqualTo(release.version());
    }

    static Stream<CassandraRelease> releases() {
        return NodeReleases.last(
                CassandraRelease.newestOf("3.11"),
                CassandraRelease.newestOf("4.0"),
                CassandraRelease.newestOf("4.1"),
                CassandraRelease.newestOf("5.0"));
    }

    @BeforeParameterizedClassInvocation
    static void start(CassandraRelease release) {
        storage = NodeReleases.storage("latency", release);
        node = ChildJvmNode.of(release, storage).agent("").start();
        node.session()
                .execute("CREATE KEYSPACE ks WITH replication ="
                        + " {'class': 'SimpleStrategy', 'replication_factor': 1}");
        node.session().execute("CREATE TABLE ks.t (id int PRIMARY KEY, v text)");
    }

    @AfterParameterizedClassInvocation
    static void stop() {
        if (node != null) node.close();
    }

    @Test
    void percentilesInPrometheusEqualThoseOfNodetoolWithinABucket() {
        assumeThat(PrometheusServer.installed())
                .as("prometheus is installed (Debian package prometheus)")
                .isTrue();
        try (PrometheusServer prometheus =
                PrometheusServer.scraping(node.metricsAddress(), storage.resolve("prometheus"))) {
            for (int i = 0; i < REQUESTS; i++) request(i);
            double requests = node.metrics()
                    .value(LATENCY + "_count", Map.of("operation", "read"))
                    .orElseThrow();
            Awaitility.await()
                    .atMost(Duration.ofSeconds(30))
                    .until(() -> prometheus
                                    .api()
                                    .query(LATENCY + "_count{operation=\"read\"}")
                                    .orElse(0)
                            >= requests);
            // nodetool of 3.11 does not start on Java newer than 11. The values that it would print are read over JMX.
            String printed = node.version().line().equals("3.11") ? null : NodeTool.run(node, "proxyhistograms");
            for (String operation : List.of("read", "write"))
                for (String percentile : List.of("50", "75", "95", "98", "99"))
                    compare(
                            prometheus,
                            printed == null ? overJmx(operation, percentile) : printed(printed, operation, percentile),
                            operation,
                            percentile);
        }
    }

    private static void compare(PrometheusServer prometheus, double nodetool, String operation, String percentile) {
        OptionalDouble ours = prometheus
                .api()
                .query("histogram_quantile(0." + percentile + ", " + LATENCY + "_bucket{operation=\"" + operation
                        + "\"})");
        assertThat(ours).as(operation + " p" + percentile).isPresent();
        List<Double> bounds = node.metrics()
                .named(LATENCY + "_bucket", Map.of("operation", operation))
                .map(sample -> Double.parseDouble(sample.labels().get("le").replace("+Inf", "Infinity")))
                .toList();
        assertThat(Math.abs(bucket(bounds, nodetool) - bucket(bounds, ours.getAsDouble())))
                .as(operation + " p" + percentile + ": nodetool " + nodetool + " s, histogram_quantile "
                        + ours.getAsDouble() + " s, bounds " + bounds)
                .isLessThanOrEqualTo(1);
    }

    private static int bucket(List<Double> bounds, double seconds) {
        int bucket = 0;
        while (bounds.get(bucket) < seconds) bucket++;
        return bucket;
    }

    /**
     * Returns one value of the output in seconds. In the output, rows are percentiles, columns are read, write, range
     * and others, and values are microseconds.
     */
    private static double printed(String proxyHistograms, String operation, String percentile) {
        String line = proxyHistograms
                .lines()
                .filter(text -> text.startsWith(percentile + "%"))
                .findFirst()
                .orElseThrow(() -> new AssertionError(proxyHistograms));
        return Double.parseDouble(line.trim().split("\\s+")[operation.equals("read") ? 1 : 2]) / 1e6;
    }

    private static double overJmx(String operation, String percentile) {
        String scope = operation.equals("read") ? "Read" : "Write";
        double micros = node.jmx()
                .getAttribute(
                        NodeJmx.name(
                                "org.apache.cassandra.metrics:type=ClientRequest,scope=" + scope + ",name=Latency"),
                        percentile + "thPercentile");
        return micros / 1e6;
    }

    @Test
    void countsAndSumsNeverGoDownUnderLoad() throws Exception {
        AtomicBoolean done = new AtomicBoolean();
        ExecutorService clients = Executors.newFixedThreadPool(2);
        try {
            List<Future<?>> running = new ArrayList<>();
            for (int client = 0; client < 2; client++)
                running.add(clients.submit(() -> {
                    for (int i = 0; !done.get(); i++) request(i);
                }));
            Map<String, Double> before = new HashMap<>();
            for (int scrape = 0; scrape < SCRAPES; scrape++) {
                for (Scrape.Sample sample : node.metrics().samples()) {
                    if (!sample.name().matches("cassandra_.*(_total|_bucket|_count|_sum)")) continue;
                    String series = sample.name() + sample.labels();
                    Double last = before.put(series, sample.value());
                    if (last != null) assertThat(sample.value()).as(series).isGreaterThanOrEqualTo(last);
                }
            }
            assertThat(before).hasSizeGreaterThan(300);
            assertThat(before.get(LATENCY + "_count{operation=read}")).isGreaterThan(1000.0);
            done.set(true);
            for (Future<?> client : running) client.get();
        } finally {
            done.set(true);
            clients.shutdown();
        }
    }

    private static void request(int i) {
        if (i % 2 == 0) node.session().execute("INSERT INTO ks.t (id, v) VALUES (" + i % 1000 + ", 'v" + i + "')");
        else node.session().execute("SELECT v FROM ks.t WHERE id = " + i % 1000);
    }
}
