package io.foreread.exporter.cassandra;

import static org.assertj.core.api.Assertions.assertThat;

import com.codahale.metrics.Counter;
import com.codahale.metrics.Gauge;
import com.codahale.metrics.Histogram;
import com.codahale.metrics.Meter;
import com.codahale.metrics.MetricRegistry;
import io.foreread.exporter.source.CurrentRing;
import io.foreread.exporter.source.MetricName;
import io.foreread.exporter.source.RingMembers;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** Tests whether metrics of other nodes are exported by peer, by datacenter or not at all. */
class PeerLevelTest {
    private static final String PREFIX = "org.apache.cassandra.metrics.";
    private static final String PENDING = "cassandra_internode_outbound_pending_messages";
    private static final String DROPPED = "cassandra_internode_outbound_dropped_messages_total";
    private static final String HINTS = "cassandra_hints_created_total";

    private final MetricRegistry registry = new MetricRegistry();
    private final CurrentRing ring = new CurrentRing();

    @Test
    void peersAreExportedUpToTheMaximum() {
        ring(2, "10.0.0.1:7000", "dc1", "10.0.0.2:7000", "dc2");
        pending("10.0.0.2_7000", new AtomicLong(3));
        Bridge bridge = bridge("metrics.peers.max", "2");
        assertThat(ScrapedText.by(bridge).samples())
                .containsExactly(Map.entry(PENDING + "{peer=\"10.0.0.2:7000\",connection=\"small\"}", 3.0));
        ring(3, "10.0.0.1:7000", "dc1", "10.0.0.2:7000", "dc2");
        assertThat(ScrapedText.by(bridge).samples())
                .containsExactly(Map.entry(PENDING + "{datacenter=\"dc2\",connection=\"small\"}", 3.0));
        assertThat(bridge.series()).containsEntry("peer", 1L);
        ring(2, "10.0.0.1:7000", "dc1", "10.0.0.2:7000", "dc2");
        assertThat(ScrapedText.by(bridge).samples())
                .containsExactly(Map.entry(PENDING + "{peer=\"10.0.0.2:7000\",connection=\"small\"}", 3.0));
    }

    @Test
    void configuredLevelDoesNotDependOnTheNumberOfNodes() {
        ring(1000, "10.0.0.2:7000", "dc2");
        pending("10.0.0.2_7000", new AtomicLong(3));
        assertThat(ScrapedText.by(bridge("metrics.peers.level", "peer")).samples())
                .containsOnlyKeys(PENDING + "{peer=\"10.0.0.2:7000\",connection=\"small\"}");
        ring(1, "10.0.0.2:7000", "dc2");
        assertThat(ScrapedText.by(bridge("metrics.peers.level", "datacenter")).samples())
                .containsOnlyKeys(PENDING + "{datacenter=\"dc2\",connection=\"small\"}");
        Bridge none = bridge("metrics.peers.level", "none");
        assertThat(ScrapedText.by(none).samples()).isEmpty();
        assertThat(none.accepts(new MetricName("Connection", "SmallMessagePendingTasks", "10.0.0.2_7000")))
                .isFalse();
        assertThat(none.accepts(new MetricName("Connection", "TotalTimeouts", "")))
                .isTrue();
    }

    @Test
    void metricsOfPeersDecideTheLevelUntilTheRingIsKnown() {
        pending("10.0.0.2_7000", new AtomicLong(3));
        Bridge bridge = bridge("metrics.peers.max", "1");
        assertThat(ScrapedText.by(bridge).samples())
                .containsExactly(Map.entry(PENDING + "{peer=\"10.0.0.2:7000\",connection=\"small\"}", 3.0));
        pending("10.0.0.3_7000", new AtomicLong(4));
        assertThat(ScrapedText.by(bridge).samples())
                .containsExactly(Map.entry(PENDING + "{datacenter=\"\",connection=\"small\"}", 7.0));
    }

    @Test
    void gaugesAreAddedUpByDatacenterWithoutNodesThatHaveLeft() {
        ring(2, "10.0.0.2:7000", "dc1", "10.0.0.3:7000", "dc1", "10.0.0.4:7000", "dc2");
        pending("10.0.0.2_7000", new AtomicLong(3));
        pending("10.0.0.3_7000", new AtomicLong(4));
        pending("10.0.0.4_7000", new AtomicLong(5));
        Bridge bridge = bridge("metrics.peers.level", "datacenter");
        assertThat(ScrapedText.by(bridge).samples())
                .containsEntry(PENDING + "{datacenter=\"dc1\",connection=\"small\"}", 7.0)
                .containsEntry(PENDING + "{datacenter=\"dc2\",connection=\"small\"}", 5.0);
        ring(2, "10.0.0.2:7000", "dc1", "10.0.0.4:7000", "dc2");
        assertThat(ScrapedText.by(bridge).samples())
                .containsEntry(PENDING + "{datacenter=\"dc1\",connection=\"small\"}", 3.0);
        registry.remove(PREFIX + "Connection.SmallMessagePendingTasks.10.0.0.4_7000");
        assertThat(ScrapedText.by(bridge).samples())
                .doesNotContainKey(PENDING + "{datacenter=\"dc2\",connection=\"small\"}");
    }

    @Test
    void sumOfCountersNeverDecreases() {
        ring(2, "10.0.0.2:7000", "dc1", "10.0.0.3:7000", "dc1");
        AtomicLong two = new AtomicLong(10);
        dropped("10.0.0.2_7000", two);
        dropped("10.0.0.3_7000", new AtomicLong(100));
        Bridge bridge = bridge("metrics.peers.level", "datacenter");
        String sum = DROPPED + "{datacenter=\"dc1\",connection=\"small\"}";
        assertThat(ScrapedText.by(bridge).samples()).containsEntry(sum, 110.0);

        ring(1, "10.0.0.2:7000", "dc1");
        assertThat(ScrapedText.by(bridge).samples()).as("left the ring").containsEntry(sum, 110.0);
        registry.remove(PREFIX + "Connection.SmallMessageDroppedTasks.10.0.0.3_7000");
        assertThat(ScrapedText.by(bridge).samples()).as("unregistered").containsEntry(sum, 110.0);

        two.set(4);
        assertThat(ScrapedText.by(bridge).samples())
                .as("counts from zero again")
                .containsEntry(sum, 114.0);
        registry.remove(PREFIX + "Connection.SmallMessageDroppedTasks.10.0.0.2_7000");
        dropped("10.0.0.2_7000", new AtomicLong(1));
        assertThat(ScrapedText.by(bridge).samples()).as("registered again").containsEntry(sum, 115.0);
    }

    @Test
    void peerReturnsToTheSumWithoutBeingCountedTwice() {
        ring(1, "10.0.0.2:7000", "dc1");
        AtomicLong two = new AtomicLong(10);
        dropped("10.0.0.2_7000", two);
        Bridge bridge = bridge("metrics.peers.level", "datacenter");
        String sum = DROPPED + "{datacenter=\"dc1\",connection=\"small\"}";
        assertThat(ScrapedText.by(bridge).samples()).containsEntry(sum, 10.0);
        ring(1, "10.0.0.9:7000", "dc1");
        two.set(12);
        assertThat(ScrapedText.by(bridge).samples()).containsEntry(sum, 10.0);
        ring(1, "10.0.0.2:7000", "dc1");
        assertThat(ScrapedText.by(bridge).samples()).containsEntry(sum, 12.0);
    }

    @Test
    void peersMoveToTheirDatacenterOnceItIsKnown() {
        dropped("10.0.0.2_7000", new AtomicLong(10));
        Bridge bridge = bridge("metrics.peers.level", "datacenter");
        assertThat(ScrapedText.by(bridge).samples())
                .containsExactly(Map.entry(DROPPED + "{datacenter=\"\",connection=\"small\"}", 10.0));
        ring(1, "10.0.0.2:7000", "dc1");
        assertThat(ScrapedText.by(bridge).samples())
                .containsExactly(Map.entry(DROPPED + "{datacenter=\"dc1\",connection=\"small\"}", 10.0));
    }

    /** Cassandra never unregisters the hint metrics of another node. */
    @Test
    void seriesOfAPeerThatHasLeftDisappear() {
        ring(2, "10.0.0.2:7000", "dc1", "10.0.0.3:7000", "dc1");
        for (int i = 2; i <= 3; i++)
            registry.register(PREFIX + "HintsService.Hints_created-/10.0.0." + i + ".7000", new Counter());
        Bridge bridge = bridge();
        assertThat(ScrapedText.by(bridge).samples()).hasSize(2);
        assertThat(bridge.series()).containsEntry("peer", 2L);
        ring(1, "10.0.0.2:7000", "dc1");
        assertThat(ScrapedText.by(bridge).samples()).containsOnlyKeys(HINTS + "{peer=\"10.0.0.2:7000\"}");
        assertThat(bridge.series()).containsEntry("peer", 1L);
        ring(2, "10.0.0.2:7000", "dc1", "10.0.0.3:7000", "dc1");
        assertThat(ScrapedText.by(bridge).samples()).hasSize(2);
    }

    @Test
    void peerThatHasLeftIsNotExportedWithTheNamesOfJmxExporterEither() {
        ring(1, "10.0.0.2:7000", "dc1");
        pending("10.0.0.2_7000", new AtomicLong(3));
        pending("10.0.0.3_7000", new AtomicLong(4));
        assertThat(ScrapedText.by(bridge("metrics.naming", "jmx_exporter")).samples())
                .containsOnlyKeys("cassandra_connection_smallmessagependingtasks{connection=\"10.0.0.2_7000\"}");
    }

    @Test
    void bucketsOfHistogramsAreAddedUp() {
        ring(3, "10.0.0.2:7000", "dc1", "10.0.0.3:7000", "dc1");
        String name = PREFIX + "HintsService.Hint_delays-/10.0.0.";
        for (int i = 2; i <= 3; i++) {
            Histogram delays = new Histogram(CassandraReservoir.of41());
            for (int n = 0; n < i; n++) delays.update(1_000_000);
            registry.register(name + i + ".7000", delays);
        }
        Bridge bridge = bridge(
                "metrics.peers.level", "datacenter",
                "metrics.node.include", "cassandra_hints_peer_round_trip_seconds",
                "metrics.node.distributions", "both");
        String family = "cassandra_hints_peer_round_trip_seconds";
        assertThat(ScrapedText.by(bridge).samples())
                .containsEntry(family + "_count{datacenter=\"dc1\"}", 5.0)
                .containsEntry(family + "_bucket{datacenter=\"dc1\",le=\"+Inf\"}", 5.0)
                .noneSatisfy((sample, value) -> assertThat(sample).contains("quantile"));
        for (int i = 3; i >= 2; i--) {
            registry.remove(name + i + ".7000");
            assertThat(ScrapedText.by(bridge).samples())
                    .containsEntry(family + "_count{datacenter=\"dc1\"}", 5.0)
                    .containsEntry(family + "_bucket{datacenter=\"dc1\",le=\"+Inf\"}", 5.0);
        }
        assertThat(ScrapedText.errors(bridge)).isZero();
    }

    @Test
    void unreadablePeerIsAnErrorAndTheOtherPeersAreAddedUp() {
        ring(2, "10.0.0.2:7000", "dc1", "10.0.0.3:7000", "dc1");
        pending("10.0.0.2_7000", new AtomicLong(3));
        AtomicBoolean closed = new AtomicBoolean();
        registry.register(PREFIX + "Connection.SmallMessagePendingTasks.10.0.0.3_7000", (Gauge<Integer>) () -> {
            if (closed.get()) throw new IllegalStateException("closed");
            return 4;
        });
        Bridge bridge = bridge("metrics.peers.level", "datacenter");
        String sum = PENDING + "{datacenter=\"dc1\",connection=\"small\"}";
        assertThat(ScrapedText.by(bridge).samples()).containsEntry(sum, 7.0);
        closed.set(true);
        assertThat(ScrapedText.by(bridge).samples()).containsEntry(sum, 3.0);
        assertThat(ScrapedText.errors(bridge)).isEqualTo(1);
    }

    @Test
    void seriesDoNotGrowWithTheNumberOfPeers() {
        Map<String, String> datacenters = new HashMap<>();
        for (int i = 0; i < 5; i++) peer(i, datacenters);
        ring.set(new RingMembers(6, datacenters));
        Bridge bridge = bridge();
        int ofFive = ScrapedText.by(bridge).samples().size();
        for (int i = 5; i < 500; i++) peer(i, datacenters);
        ring.set(new RingMembers(501, datacenters));
        assertThat(ofFive).isEqualTo(5 * 3);
        assertThat(ScrapedText.by(bridge).samples()).hasSizeLessThanOrEqualTo(ofFive);
    }

    private void peer(int i, Map<String, String> datacenters) {
        String address = "10.0." + i / 250 + '.' + (1 + i % 250);
        datacenters.put(address + ":7000", "dc" + i % 3);
        pending(address + "_7000", new AtomicLong(i));
        dropped(address + "_7000", new AtomicLong(i));
        registry.register(PREFIX + "Connection.Timeouts." + address + "_7000", new Meter());
    }

    private void pending(String peer, AtomicLong value) {
        registry.register(PREFIX + "Connection.SmallMessagePendingTasks." + peer, (Gauge<Long>) value::get);
    }

    private void dropped(String peer, AtomicLong value) {
        registry.register(PREFIX + "Connection.SmallMessageDroppedTasks." + peer, (Gauge<Long>) value::get);
    }

    private void ring(int size, String... peersAndDatacenters) {
        Map<String, String> datacenters = new HashMap<>();
        for (int i = 0; i < peersAndDatacenters.length; i += 2)
            datacenters.put(peersAndDatacenters[i], peersAndDatacenters[i + 1]);
        ring.set(new RingMembers(size, datacenters));
    }

    private Bridge bridge(String... keysAndValues) {
        return RegistryBridge.of(registry, ring, RegistryBridge.settings(keysAndValues));
    }
}
