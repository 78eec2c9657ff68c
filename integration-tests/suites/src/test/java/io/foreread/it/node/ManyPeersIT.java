package io.foreread.it.node;

import static org.assertj.core.api.Assertions.assertThat;

import io.foreread.it.fixture.CassandraRelease;
import io.foreread.it.fixture.ChildJvmNode;
import io.foreread.it.fixture.ExporterProcess;
import io.foreread.it.fixture.Full;
import io.foreread.it.fixture.Scrape;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Checks that the number of series of a node does not grow with the cluster, for the agent and for the exporter over
 * JMX.
 */
class ManyPeersIT {
    private static final int FEW = 5;
    private static final int MANY = 500;
    private static final int TABLES = 10;

    static Stream<CassandraRelease> releases() {
        // The classes that count by peer differ between 3.11 and 4.0. A default run has time for one line.
        return Full.isAskedFor()
                ? NodeReleases.of(CassandraRelease.newestOf("3.11"), CassandraRelease.newestOf("4.1"))
                : NodeReleases.of(CassandraRelease.newestOf("4.1"));
    }

    @ParameterizedTest
    @MethodSource("releases")
    void seriesDoNotGrowWithTheNumberOfPeers(CassandraRelease release) {
        Path storage = NodeReleases.storage("many-peers", release);
        try (ChildJvmNode node =
                ChildJvmNode.of(release, storage).heap("512m", "512m").agent("").start()) {
            node.session()
                    .execute("CREATE KEYSPACE ks WITH replication ="
                            + " {'class': 'SimpleStrategy', 'replication_factor': 1}");
            for (int i = 0; i < TABLES; i++)
                node.session().execute("CREATE TABLE ks.t" + i + " (id int PRIMARY KEY, v text)");
            SimulatedPeers.add(node.pid(), storage, 1, FEW);
            Scrape few = scrapeOf(node, FEW);
            assertThat(few.named("cassandra_internode_peer_timeouts_total", Map.of()))
                    .hasSizeGreaterThanOrEqualTo(FEW)
                    .allMatch(sample -> sample.labels().containsKey("peer"));
            SimulatedPeers.add(node.pid(), storage, FEW + 1, MANY);
            Scrape many = scrapeOf(node, MANY);
            System.out.printf(
                    "%s: %d series with %d peers, %d with %d%n",
                    release, few.samples().size(), FEW, many.samples().size(), MANY);
            assertThat(many.samples().size())
                    .isLessThanOrEqualTo((int) (1.2 * few.samples().size()));
            aggregated(many);
            try (ExporterProcess exporter = ExporterProcess.start(storage, "--jmx", "127.0.0.1:" + node.jmxPort())) {
                Awaitility.await()
                        .atMost(Duration.ofSeconds(60))
                        .pollInterval(Duration.ofSeconds(1))
                        .ignoreExceptions()
                        .untilAsserted(() -> aggregated(Scrape.from(exporter.metricsAddress())));
            }
        }
    }

    private static Scrape scrapeOf(ChildJvmNode node, int peers) {
        Awaitility.await()
                .atMost(Duration.ofSeconds(30))
                .until(() -> node.metrics().sum("cassandra_endpoints") == peers + 1);
        // Other values of that scrape can be older than the number of endpoints, so a later scrape is returned.
        Awaitility.await().pollDelay(Duration.ofSeconds(6)).until(() -> true);
        return node.metrics();
    }

    private static void aggregated(Scrape scrape) {
        assertThat(scrape.sum("cassandra_endpoints")).isEqualTo(MANY + 1);
        assertThat(scrape.named("cassandra_endpoint_up", Map.of())).isEmpty();
        // Only cassandra_node_info has the label peer, which is the node's own address in gossip.
        assertThat(scrape.samples())
                .noneMatch(sample ->
                        sample.labels().containsKey("peer") && !sample.name().equals("cassandra_node_info"));
        for (int datacenter = 0; datacenter < 3; datacenter++)
            assertThat(scrape.sum("cassandra_hints_created_total", Map.of("datacenter", "dc" + datacenter)))
                    .isBetween(166.0, 167.0);
        assertThat(scrape.sum("cassandra_hints_created_total")).isEqualTo(MANY);
        assertThat(scrape.named("cassandra_internode_outbound_dropped_messages_total", Map.of("datacenter", "dc1")))
                .hasSize(3);
        assertThat(scrape.named("cassandra_streaming_peer_incoming_bytes_total", Map.of()))
                .hasSize(3);
        assertThat(scrape.sum("foreread_scrape_errors_total")).isZero();
    }
}
