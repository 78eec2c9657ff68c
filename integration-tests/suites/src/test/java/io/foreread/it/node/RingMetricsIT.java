package io.foreread.it.node;

import static org.assertj.core.api.Assertions.assertThat;

import com.datastax.oss.driver.api.core.CqlSession;
import io.foreread.it.fixture.CassandraRelease;
import io.foreread.it.fixture.ChildJvmNode;
import io.foreread.it.fixture.NodeJmx;
import io.foreread.it.fixture.Scrape;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.stream.Stream;
import javax.management.ObjectName;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionFactory;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Checks the metrics of a node about a peer that joins, works, stops and is removed. */
class RingMetricsIT {
    private static final String OTHER = "127.0.0.2";
    private static final String DATACENTER = "datacenter1";
    private static final ObjectName STORAGE_SERVICE = NodeJmx.name("org.apache.cassandra.db:type=StorageService");

    static Stream<CassandraRelease> releases() {
        return NodeReleases.last(
                CassandraRelease.newestOf("3.11"), CassandraRelease.newestOf("4.1"), CassandraRelease.newestOf("5.0"));
    }

    @ParameterizedTest
    @MethodSource("releases")
    void aPeerIsExportedAsItJoinsWorksStopsAndLeaves(CassandraRelease release) {
        Path storage = NodeReleases.storage("ring-metrics", release);
        try (ChildJvmNode node = ChildJvmNode.of(release, storage.resolve("first"))
                .heap("384m", "384m")
                .agent("metrics.refresh.slow=5s")
                .start()) {
            String hostId;
            String endpoint;
            try (ChildJvmNode other = ChildJvmNode.of(release, storage.resolve("second"))
                    .heap("384m", "384m")
                    .address(OTHER)
                    .joining(node)
                    // 5.0 does not rebuild a node that has bootstrapped, unless this property is set.
                    .systemProperty("cassandra.reset_bootstrap_progress", "true")
                    .start()) {
                isUp(node);
                exchangesMessagesAndStreams(node, other);
                endpoint = endpointOfOther(node);
                hostId = other.session()
                        .execute("SELECT host_id FROM system.local")
                        .one()
                        .getUuid(0)
                        .toString();
                other.kill();
            }
            await().untilAsserted(() -> {
                write(node.session());
                hasSeriesOfOther(node, "cassandra_hints_created_total");
            });
            isDown(node, endpoint);
            node.jmx().invoke(STORAGE_SERVICE, "removeNode", hostId);
            isGone(node, endpoint);
            assertThat(node.metrics().sum("foreread_scrape_errors_total")).isZero();
        }
    }

    private static void isUp(ChildJvmNode node) {
        await().untilAsserted(() -> {
            Scrape scrape = node.metrics();
            assertThat(scrape.named("cassandra_endpoint_up", Map.of())).hasSize(2);
            assertThat(scrape.sum("cassandra_endpoint_up")).isEqualTo(2);
            assertThat(scrape.value("cassandra_nodes", Map.of("state", "live"))).hasValue(2);
            assertThat(scrape.value("cassandra_schema_versions", Map.of())).hasValue(1);
            assertThat(scrape.sum("cassandra_ring_ownership_ratio")).isBetween(0.0001, 0.9999);
            assertThat(scrape.sum("cassandra_endpoint_phi")).isPositive();
        });
    }

    private static void exchangesMessagesAndStreams(ChildJvmNode node, ChildJvmNode other) {
        CqlSession session = node.session();
        session.execute("CREATE KEYSPACE ks WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 2}");
        session.execute("CREATE TABLE ks.t (id int PRIMARY KEY, v text)");
        // Fails until the other node has the table.
        Awaitility.await().atMost(Duration.ofSeconds(30)).ignoreExceptions().until(() -> {
            other.jmx().flush("ks", "t");
            return true;
        });
        write(session);
        // Streams data to the other node, which already has this data.
        other.jmx().invoke(STORAGE_SERVICE, "rebuild", DATACENTER);
        hasSeriesOfOther(node, "cassandra_internode_outbound_pending_messages", "connection", "small");
        hasSeriesOfOther(node, "cassandra_internode_outbound_dropped_messages_total", "connection", "urgent");
        hasSeriesOfOther(node, "cassandra_internode_peer_timeouts_total");
        Scrape scrape = node.metrics();
        // 3.11 labels streams with the address of the incoming connection. On loopback this is not the address of the
        // peer, so only sums are compared.
        assertThat(scrape.sum("cassandra_streaming_peer_outgoing_bytes_total"))
                .isPositive()
                .isEqualTo(scrape.sum("cassandra_streaming_outgoing_bytes_total"));
        assertThat(scrape.named(
                        "cassandra_messaging_datacenter_latency_seconds_count", Map.of("datacenter", DATACENTER)))
                .hasSize(1);
    }

    private static String endpointOfOther(ChildJvmNode node) {
        return node.metrics()
                .named("cassandra_endpoint_up", Map.of())
                .map(sample -> sample.labels().get("peer"))
                .filter(name -> name.startsWith(OTHER))
                .findFirst()
                .orElseThrow();
    }

    private static void isDown(ChildJvmNode node, String endpoint) {
        await().untilAsserted(() -> {
            Scrape scrape = node.metrics();
            assertThat(scrape.value("cassandra_endpoint_up", Map.of("peer", endpoint)))
                    .hasValue(0);
            assertThat(scrape.value("cassandra_endpoints", Map.of("state", "down")))
                    .hasValue(1);
            assertThat(scrape.value("cassandra_nodes", Map.of("state", "unreachable")))
                    .hasValue(1);
        });
    }

    private static void isGone(ChildJvmNode node, String endpoint) {
        await().untilAsserted(() -> {
            Scrape scrape = node.metrics();
            assertThat(scrape.value("cassandra_endpoint_up", Map.of("peer", endpoint)))
                    .isEqualTo(OptionalDouble.empty());
            assertThat(scrape.value("cassandra_endpoints", Map.of("state", "down")))
                    .hasValue(0);
            assertThat(scrape.sum("cassandra_ring_ownership_ratio")).isEqualTo(1);
        });
    }

    private static void write(CqlSession session) {
        for (int i = 0; i < 100; i++) session.execute("INSERT INTO ks.t (id, v) VALUES (" + i + ", 'v')");
    }

    private static void hasSeriesOfOther(ChildJvmNode node, String name, String... label) {
        assertThat(node.metrics()
                        .named(name, label.length == 0 ? Map.of() : Map.of(label[0], label[1]))
                        .map(sample -> sample.labels().get("peer")))
                .as(name)
                .isNotEmpty()
                .allMatch(peer -> peer.matches("127\\.0\\.0\\.\\d(:\\d+)?"))
                .anyMatch(peer -> peer.startsWith(OTHER));
    }

    private static ConditionFactory await() {
        return Awaitility.await().atMost(Duration.ofSeconds(90)).pollInterval(Duration.ofSeconds(1));
    }
}
