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
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** That what a node measures of another is told under that node's address. */
class PeerMetricsIT {
    private static final Duration LONGEST = Duration.ofSeconds(90);
    private static final String OTHER = "127.0.0.2";
    private static final String DATACENTER = "datacenter1";

    static Stream<CassandraRelease> releases() {
        return NodeReleases.ends(CassandraRelease.V3_11_19, CassandraRelease.V4_1_10, CassandraRelease.V5_0_9);
    }

    @ParameterizedTest
    @MethodSource("releases")
    void connectionsStreamsHintsAndLatenciesTellOfTheOtherNode(CassandraRelease release) {
        Path storage = NodeReleases.storage("peers", release);
        try (ChildJvmNode node =
                ChildJvmNode.of(release, storage.resolve("first")).agent("").start()) {
            try (ChildJvmNode other = ChildJvmNode.of(release, storage.resolve("second"))
                    .address(OTHER)
                    .joining(node)
                    // 5.0 rebuilds nothing on a node that has once bootstrapped, unless told to.
                    .systemProperty("cassandra.reset_bootstrap_progress", "true")
                    .start()) {
                whileBothAreUp(node, other);
                other.kill();
            }
            Awaitility.await().atMost(LONGEST).untilAsserted(() -> {
                write(node.session());
                told(node, "cassandra_hints_created_total");
            });
            assertThat(node.metrics().sum("foreread_scrape_errors_total")).isZero();
        }
    }

    private static void whileBothAreUp(ChildJvmNode node, ChildJvmNode other) {
        CqlSession session = node.session();
        session.execute("CREATE KEYSPACE ks WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 2}");
        session.execute("CREATE TABLE ks.t (id int PRIMARY KEY, v text)");
        write(session);
        // Streams to the other node what it has already.
        other.jmx().invoke(NodeJmx.name("org.apache.cassandra.db:type=StorageService"), "rebuild", DATACENTER);
        told(node, "cassandra_internode_outbound_pending_messages", "connection", "small");
        told(node, "cassandra_internode_outbound_dropped_messages_total", "connection", "urgent");
        told(node, "cassandra_internode_peer_timeouts_total");
        Scrape scrape = node.metrics();
        // By 3.11 under the address that the other connected from, and on loopback that is not its own.
        assertThat(scrape.sum("cassandra_streaming_peer_outgoing_bytes_total"))
                .isPositive()
                .isEqualTo(scrape.sum("cassandra_streaming_outgoing_bytes_total"));
        assertThat(scrape.named(
                        "cassandra_messaging_datacenter_latency_seconds_count", Map.of("datacenter", DATACENTER)))
                .hasSize(1);
    }

    private static void write(CqlSession session) {
        for (int i = 0; i < 100; i++) session.execute("INSERT INTO ks.t (id, v) VALUES (" + i + ", 'v')");
    }

    private static void told(ChildJvmNode node, String name, String... label) {
        assertThat(node.metrics()
                        .named(name, label.length == 0 ? Map.of() : Map.of(label[0], label[1]))
                        .map(sample -> sample.labels().get("peer")))
                .as(name)
                .isNotEmpty()
                .allMatch(peer -> peer.matches("127\\.0\\.0\\.\\d(:\\d+)?"))
                .anyMatch(peer -> peer.startsWith(OTHER));
    }
}
