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
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
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
            Scrape few = scrapeOf(node, FEW, ManyPeersIT::byPeer);
            SimulatedPeers.add(node.pid(), storage, FEW + 1, MANY);
            Scrape many = scrapeOf(node, MANY, ManyPeersIT::aggregated);
            System.out.printf(
                    "%s: %d series with %d peers, %d with %d%n",
                    release, few.samples().size(), FEW, many.samples().size(), MANY);
            assertThat(many.samples().size())
                    .isLessThanOrEqualTo((int) (1.2 * few.samples().size()));
            try (ExporterProcess exporter = ExporterProcess.start(storage, "--jmx", "127.0.0.1:" + node.jmxPort())) {
                Awaitility.await()
                        .atMost(Duration.ofSeconds(60))
                        .pollInterval(Duration.ofSeconds(1))
                        .ignoreExceptions()
                        .untilAsserted(() -> aggregated(Scrape.from(exporter.metricsAddress())));
            }
        }
    }

    /** Values of other metrics can be older than the number of endpoints, so scrapes are repeated until they pass the check. */
    private static Scrape scrapeOf(ChildJvmNode node, int peers, Consumer<Scrape> check) {
        AtomicReference<Scrape> last = new AtomicReference<>();
        Awaitility.await()
                .atMost(Duration.ofSeconds(90))
                .pollInterval(Duration.ofSeconds(1))
                .untilAsserted(() -> {
                    Scrape scrape = node.metrics();
                    assertThat(scrape.sum("cassandra_endpoints")).isEqualTo(peers + 1);
                    check.accept(scrape);
                    last.set(scrape);
                });
        return last.get();
    }

    private static void byPeer(Scrape scrape) {
        assertThat(scrape.named("cassandra_internode_peer_timeouts_total", Map.of()))
                .hasSizeGreaterThanOrEqualTo(FEW)
                .allMatch(sample -> sample.labels().containsKey("peer"));
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
