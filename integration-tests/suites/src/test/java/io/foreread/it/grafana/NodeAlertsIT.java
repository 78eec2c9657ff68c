package io.foreread.it.grafana;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.foreread.it.fixture.CassandraRelease;
import io.foreread.it.fixture.ChildJvmNode;
import io.foreread.it.fixture.ChildJvmNodeBuilder;
import io.foreread.it.fixture.NodeStartException;
import io.foreread.it.fixture.ProjectFiles;
import io.foreread.it.fixture.PrometheusConfig;
import io.foreread.it.fixture.PrometheusServer;
import io.foreread.it.fixture.Ring;
import io.foreread.it.node.NodeReleases;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.Timeout;

/**
 * Checks which alerts a real Prometheus fires for a node that is not scraped, stuck while joining, drained or killed. The
 * rules are unchanged, except that {@code foreread:stuck_seconds:limit} is one minute instead of thirty.
 */
@Timeout(value = 30, unit = TimeUnit.MINUTES)
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class NodeAlertsIT {
    private static final CassandraRelease RELEASE = CassandraRelease.newestOf("4.1");
    private static final Path STORAGE = NodeReleases.storage("alerts", RELEASE);
    private static final Path RULES = STORAGE.resolve("rules");
    private static final Path TARGETS = STORAGE.resolve("targets.json");
    private static final Duration SCRAPE_INTERVAL = Duration.ofSeconds(5);
    private static final Duration FIRES_WITHIN = Duration.ofMinutes(5);
    private static final Duration START_LIMIT = Duration.ofMinutes(5);
    /** Alerts that other processes on the machine of the tests can cause. */
    private static final Set<String> OF_MACHINE = Set.of(
            "CassandraCpuSaturated",
            "CassandraDiskFullWithinDay",
            "CassandraDiskNearlyFull",
            "CassandraGcPausesLong",
            "CassandraSwapUsed");

    private static final long RING_DELAY_MILLIS = TimeUnit.MINUTES.toMillis(20);

    private static Ring ring;
    private static PrometheusServer prometheus;

    @BeforeAll
    static void start() throws IOException {
        assumeTrue(PrometheusServer.installed(), "prometheus is not installed: no alert was tested");
        ring = new Ring(RELEASE, STORAGE);
        for (int i = 0; i < 3; i++) ring.add(NodeAlertsIT::observed);
        copyRules();
        scrape(ring.nodes());
        prometheus = PrometheusServer.start(
                PrometheusConfig.every(SCRAPE_INTERVAL)
                        .nodesOf(TARGETS, ring.node(1).metricsAddress().getPath())
                        .rules(RULES.resolve("*.yaml")),
                STORAGE.resolve("prometheus"));
        Awaitility.await("identity of each node")
                .atMost(FIRES_WITHIN)
                .ignoreExceptions()
                .until(() -> prometheus
                                .api()
                                .query("count(instance:cassandra_node:info)")
                                .orElse(0)
                        == ring.nodes().size());
    }

    @AfterAll
    static void stop() {
        if (prometheus != null) prometheus.close();
        if (ring != null) ring.close();
    }

    @Test
    @Order(1)
    void removedTargetIsReportedAsNotScraped() throws IOException {
        scrape(ring.nodes().subList(0, 2));
        onlyFires("CassandraNodeNotScraped", "warning");
        scrape(ring.nodes());
        resolves("CassandraNodeNotScraped");
    }

    @Test
    @Order(2)
    void nodeThatIsStuckWhileJoiningIsReported() throws IOException {
        // The node reports that it is joining, and waits for the ring delay of 20 minutes before it streams.
        CompletableFuture<Void> joining =
                CompletableFuture.runAsync(() -> ChildJvmNode.of(RELEASE, STORAGE.resolve("joining"))
                        .address("127.0.0.9")
                        .heap("384m", "384m")
                        .joining(ring.node(1))
                        .yaml("endpoint_snitch", "GossipingPropertyFileSnitch")
                        .systemProperty(
                                "cassandra-rackdc.properties",
                                STORAGE.toAbsolutePath()
                                        .resolve("cassandra-rackdc.properties")
                                        .toUri()
                                        .toString())
                        .systemProperty("cassandra.ring_delay_ms", String.valueOf(RING_DELAY_MILLIS))
                        .startLimit(START_LIMIT)
                        .start());
        try {
            onlyFires("CassandraTopologyChangeStuck", "warning");
        } finally {
            // The node never becomes ready, so its start fails at the time limit.
            assertThat(joining)
                    .failsWithin(START_LIMIT.plusMinutes(1))
                    .withThrowableOfType(ExecutionException.class)
                    .withCauseInstanceOf(NodeStartException.class);
        }
        resolves("CassandraTopologyChangeStuck");
    }

    @Test
    @Order(3)
    void drainedNodeWithALivingProcessIsReported() throws IOException {
        ring.node(3).jmx().drain();
        onlyFires("CassandraNodeDrained", "critical");
        ring.node(3).close();
        ring.start(3, NodeAlertsIT::observed);
        scrape(ring.nodes());
        resolves("CassandraNodeDrained");
        resolves("CassandraNodeDown");
    }

    @Test
    @Order(4)
    void killedProcessIsReportedAsDown() {
        String instance = ring.node(2).metricsAddress().getAuthority();
        ring.node(2).kill();
        assertThat(onlyFires("CassandraNodeDown", "critical")).containsEntry("instance", instance);
    }

    private static ChildJvmNodeBuilder observed(ChildJvmNodeBuilder builder) {
        return builder.agent("metrics.refresh.slow=5s");
    }

    /** Waits until the alert fires, checks that no other alert of its severity fires, and returns its labels. */
    private static Map<String, String> onlyFires(String alert, String severity) {
        List<Map<String, String>> firing = Awaitility.await(alert)
                .atMost(FIRES_WITHIN)
                .pollInterval(Duration.ofSeconds(2))
                .until(NodeAlertsIT::firing, alerts -> alerts.stream().anyMatch(labels -> is(alert, labels)));
        assertThat(firing)
                .filteredOn(labels -> severity.equals(labels.get("severity")))
                .filteredOn(labels -> !OF_MACHINE.contains(labels.get("alertname")))
                .as("alerts of severity %s while %s fires", severity, alert)
                .singleElement()
                .matches(labels -> is(alert, labels));
        return firing.stream().filter(labels -> is(alert, labels)).findFirst().orElseThrow();
    }

    private static void resolves(String alert) {
        Awaitility.await(alert + " to end")
                .atMost(FIRES_WITHIN)
                .pollInterval(Duration.ofSeconds(2))
                .until(() -> firing().stream().noneMatch(labels -> is(alert, labels)));
    }

    private static boolean is(String alert, Map<String, String> labels) {
        return alert.equals(labels.get("alertname"));
    }

    private static List<Map<String, String>> firing() {
        return prometheus.api().firingAlerts();
    }

    /**
     * Makes Prometheus scrape these nodes only. The file of targets is renamed after it is written, so that Prometheus
     * never reads an incomplete file.
     */
    private static void scrape(List<ChildJvmNode> nodes) throws IOException {
        List<String> addresses =
                nodes.stream().map(node -> node.metricsAddress().getAuthority()).toList();
        Path fresh = Files.writeString(
                STORAGE.resolve("targets.new"),
                new ObjectMapper().writeValueAsString(List.of(Map.of("targets", addresses))));
        Files.move(fresh, TARGETS, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
    }

    private static void copyRules() throws IOException {
        Files.createDirectories(RULES);
        for (Path file : Arrays.stream(
                        ProjectFiles.of("grafana/alerts").toFile().listFiles((parent, name) -> name.endsWith(".yaml")))
                .map(file -> file.toPath())
                .toList()) {
            String text = Files.readString(file);
            if (file.endsWith("objectives.yaml")) {
                assertThat(text).contains("vector(30 * 60)");
                text = text.replace("vector(30 * 60)", "vector(60)");
            }
            Files.writeString(RULES.resolve(file.getFileName().toString()), text);
        }
    }
}
