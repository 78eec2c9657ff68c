package io.foreread.it.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.foreread.it.fixture.CassandraRelease;
import io.foreread.it.fixture.ChildJvmNode;
import io.foreread.it.fixture.PrometheusConfig;
import io.foreread.it.fixture.PrometheusServer;
import io.foreread.it.fixture.Scrape;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Checks that histograms of nodes of different releases can be added up. The same latencies, recorded in the JVM of
 * each node, must have the same bounds and correct counts on all releases. Quantiles computed by Prometheus must be
 * correct for clusters in the middle of an upgrade.
 */
@Timeout(1200)
class MixedReleaseHistogramIT {
    private static final String LATENCY = "cassandra_client_request_latency_seconds";
    private static final int REQUESTS = 100_000;
    /** The maximum ratio of an exported bound and the bound of Cassandra that it represents. */
    private static final double ERROR = 1.2;

    private static final List<String> LINES = List.of("3.11", "4.0", "4.1", "5.0");

    private static final Map<String, ChildJvmNode> nodes = new LinkedHashMap<>();
    private static final long[] nanos = latencies();

    /** Realistic latencies: lognormal, with a median of 1 ms and a p99 of 10 ms. */
    private static long[] latencies() {
        Random random = new Random(4711);
        return random.doubles(REQUESTS)
                .mapToLong(ignored -> (long) (1e6 * Math.exp(random.nextGaussian())))
                .toArray();
    }

    @BeforeAll
    static void record(@TempDir Path directory) throws Exception {
        LatencyRecorder recorder = new LatencyRecorder(directory);
        for (CassandraRelease release : NodeReleases.of(
                        LINES.stream().map(CassandraRelease::newestOf).toArray(CassandraRelease[]::new))
                .toList()) {
            ChildJvmNode node = ChildJvmNode.of(release, NodeReleases.storage("mixed", release))
                    .agent("")
                    .heap("256m", "512m")
                    .start();
            nodes.put(release.version().line(), node);
            recorder.record(node.pid(), "CASWrite", nanos);
        }
        // For each mixture, some latencies are recorded on a node of one release, and the rest on a node of another
        // release.
        record(recorder, "CASRead", "4.0", LatencyRecorder.every(20, nanos, true));
        record(recorder, "CASRead", "4.1", LatencyRecorder.every(20, nanos, false));
        record(recorder, "Write", "3.11", LatencyRecorder.every(2, nanos, true));
        record(recorder, "Write", "5.0", LatencyRecorder.every(2, nanos, false));
    }

    private static void record(LatencyRecorder recorder, String scope, String line, long[] values) throws Exception {
        if (nodes.containsKey(line)) recorder.record(nodes.get(line).pid(), scope, values);
    }

    @AfterAll
    static void stop() {
        nodes.values().forEach(ChildJvmNode::close);
    }

    /** Returns the cumulative count by bound. */
    private static SortedMap<Double, Double> buckets(Scrape scrape, String operation) {
        SortedMap<Double, Double> buckets = new TreeMap<>();
        scrape.named(LATENCY + "_bucket", Map.of("operation", operation))
                .forEach(sample -> buckets.put(bound(sample), sample.value()));
        return buckets;
    }

    private static double bound(Scrape.Sample sample) {
        return Double.parseDouble(sample.labels().get("le").replace("+Inf", "Infinity"));
    }

    @Test
    void countAtEachBoundIsCorrectWithinTheDocumentedError() {
        assumeThat(nodes).as("nodes of the chosen lines").isNotEmpty();
        nodes.forEach((line, node) -> {
            Scrape scrape = node.metrics();
            SortedMap<Double, Double> buckets = buckets(scrape, "cas_write");
            assertThat(buckets).as(line).hasSize(18);
            buckets.forEach((bound, count) -> assertThat(count)
                    .as(line + " at " + bound)
                    .isBetween((double) LatencyRecorder.atMost(nanos, bound / ERROR), (double)
                            LatencyRecorder.atMost(nanos, bound * ERROR)));
            assertThat(buckets.get(Double.POSITIVE_INFINITY)).isEqualTo(REQUESTS);
            assertThat(scrape.value(LATENCY + "_count", Map.of("operation", "cas_write")))
                    .hasValue(REQUESTS);
        });
    }

    /** Checks all families, including those of sizes and counts. */
    @Test
    void everyReleaseHasTheSameBounds() {
        assumeThat(nodes).as("nodes of the chosen lines").hasSizeGreaterThan(1);
        Map<String, Map<String, TreeSet<Double>>> byFamily = new TreeMap<>();
        nodes.forEach((line, node) -> node.metrics().samples().forEach(sample -> {
            if (sample.name().startsWith("cassandra_") && sample.name().endsWith("_bucket"))
                byFamily.computeIfAbsent(sample.name(), name -> new TreeMap<>())
                        .computeIfAbsent(line, key -> new TreeSet<>())
                        .add(bound(sample));
        }));
        assertThat(byFamily).hasSizeGreaterThan(10);
        byFamily.forEach((family, lines) -> assertThat(new ArrayList<>(lines.values()))
                .as(family + " " + lines)
                .allMatch(bounds -> bounds.equals(lines.values().iterator().next())));
    }

    @Test
    void quantilesOfAClusterInAnUpgradeAreCorrect() throws Exception {
        assumeThat(PrometheusServer.installed())
                .as("prometheus is installed (Debian package prometheus)")
                .isTrue();
        assumeThat(nodes.keySet())
                .as("nodes of all lines, for mixtures of 4.0 and 4.1, and of 3.11 and 5.0")
                .containsAll(LINES);
        Path directory = Files.createTempDirectory(Path.of("target").toAbsolutePath(), "prometheus-mixed-");
        PrometheusConfig config = PrometheusConfig.every(Duration.ofSeconds(1))
                .nodes(nodes.values().stream().map(ChildJvmNode::metricsAddress).toList());
        try (PrometheusServer prometheus = PrometheusServer.start(config, directory)) {
            // 5 % of the operations cas_read and 50 % of the operations write are recorded on a second release.
            for (String operation : List.of("cas_read", "write")) {
                String buckets = LATENCY + "_bucket{operation=\"" + operation + "\"}";
                Awaitility.await()
                        .atMost(Duration.ofSeconds(60))
                        .until(() -> prometheus
                                        .api()
                                        .query("sum(" + LATENCY + "_count{operation=\"" + operation + "\"})")
                                        .orElse(0)
                                >= REQUESTS);
                for (double quantile : new double[] {0.5, 0.75, 0.95, 0.99, 0.999})
                    compare(
                            prometheus
                                    .api()
                                    .query("histogram_quantile(" + quantile + ", sum by (le) (" + buckets + "))")
                                    .orElseThrow(),
                            quantile,
                            operation);
            }
        }
    }

    /**
     * Checks that the quantile of Prometheus is in the bucket of the exact quantile, within the error of the bounds.
     */
    private static void compare(double inPrometheus, double quantile, String operation) {
        long[] sorted = nanos.clone();
        Arrays.sort(sorted);
        double exact = LatencyRecorder.quantile(sorted, quantile);
        SortedMap<Double, Double> bounds = buckets(nodes.get("5.0").metrics(), "cas_write");
        double below = bounds.headMap(exact).lastKey();
        double above = bounds.tailMap(exact).firstKey();
        System.out.printf("%s p%s: exact %.6f s, Prometheus %.6f s%n", operation, quantile * 100, exact, inPrometheus);
        assertThat(inPrometheus)
                .as("%s p%s, exact %s s", operation, quantile * 100, exact)
                .isBetween(below / ERROR, above * ERROR);
    }
}
