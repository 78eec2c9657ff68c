package io.foreread.exporter.cassandra;

import static org.assertj.core.api.Assertions.assertThat;

import com.codahale.metrics.Meter;
import com.codahale.metrics.MetricRegistry;
import com.codahale.metrics.Reservoir;
import com.codahale.metrics.Snapshot;
import com.codahale.metrics.Timer;
import io.foreread.exporter.config.LoggedText;
import io.foreread.exporter.config.MetricsConfig;
import io.foreread.exporter.dropwizard.InProcessSource;
import io.foreread.exporter.source.CurrentRing;
import io.foreread.exporter.source.RingMembers;
import java.util.ArrayList;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Tests the sums of counters and timers over the peers of a datacenter. */
class DatacenterSumTest {
    private static final String TIMEOUTS = "org.apache.cassandra.metrics.Connection.Timeouts.";
    private static final String TIMEOUTS_SUM = "cassandra_internode_peer_timeouts_total{datacenter=\"dc1\"}";
    private static final String STREAMED = "org.apache.cassandra.metrics.Streaming.IncomingProcessTime.";
    private static final String STREAMED_FAMILY = "cassandra_streaming_peer_incoming_process_seconds";
    private static final String STREAMED_COUNT = STREAMED_FAMILY + "_count{datacenter=\"dc1\"}";
    private static final String STREAMED_IN_A_MILLISECOND =
            STREAMED_FAMILY + "_bucket{datacenter=\"dc1\",le=\"0.001\"}";

    private final MetricRegistry registry = new MetricRegistry();
    private final CurrentRing ring = new CurrentRing();

    @BeforeEach
    void join() {
        ring.set(new RingMembers(3, Map.of("10.0.0.2:7000", "dc1", "10.0.0.3:7000", "dc1")));
    }

    @Test
    void countsAreAddedUp() {
        registry.meter(TIMEOUTS + "10.0.0.2_7000").mark(3);
        registry.meter(TIMEOUTS + "10.0.0.3_7000").mark(4);
        assertThat(ScrapedText.by(bridge()).samples()).containsEntry(TIMEOUTS_SUM, 7.0);
    }

    @Test
    void metricThatIsRegisteredAgainContinuesTheSum() {
        registry.meter(TIMEOUTS + "10.0.0.2_7000").mark(10);
        Bridge bridge = bridge();
        assertThat(ScrapedText.by(bridge).samples()).containsEntry(TIMEOUTS_SUM, 10.0);
        MetricRegistry again = new MetricRegistry();
        again.meter(TIMEOUTS + "10.0.0.2_7000").mark(4);
        InProcessSource.follow(again, bridge);
        assertThat(ScrapedText.by(bridge).samples()).containsEntry(TIMEOUTS_SUM, 14.0);
    }

    @Test
    void increasesOfBucketsAreAddedUp() {
        Timer timer = timer(registry, "10.0.0.2_7000");
        Bridge bridge = bridge();
        assertThat(ScrapedText.by(bridge).samples()).containsEntry(STREAMED_COUNT, 0.0);
        timer.update(500, TimeUnit.MICROSECONDS);
        assertThat(ScrapedText.by(bridge).samples())
                .containsEntry(STREAMED_COUNT, 1.0)
                .containsEntry(STREAMED_IN_A_MILLISECOND, 1.0);
        timer.update(100, TimeUnit.MILLISECONDS);
        assertThat(ScrapedText.by(bridge).samples())
                .containsEntry(STREAMED_COUNT, 2.0)
                .containsEntry(STREAMED_IN_A_MILLISECOND, 1.0);
        MetricRegistry again = new MetricRegistry();
        Timer other = timer(again, "10.0.0.2_7000");
        for (int i = 0; i < 3; i++) other.update(500, TimeUnit.MICROSECONDS);
        InProcessSource.follow(again, bridge);
        // The bucket of 500 us had one value and has three now, so two are added.
        assertThat(ScrapedText.by(bridge).samples())
                .containsEntry(STREAMED_COUNT, 4.0)
                .containsEntry(STREAMED_IN_A_MILLISECOND, 3.0);
    }

    @Test
    void sumContinuesInTheBridgeOfAnotherConfiguration() {
        registry.meter(TIMEOUTS + "10.0.0.2_7000").mark(3);
        registry.meter(TIMEOUTS + "10.0.0.3_7000").mark(4);
        Timer staying = timer(registry, "10.0.0.2_7000");
        Timer leaving = timer(registry, "10.0.0.3_7000");
        Bridge first = bridge();
        staying.update(500, TimeUnit.MICROSECONDS);
        leaving.update(500, TimeUnit.MICROSECONDS);
        Map<String, Double> before = ScrapedText.by(first).samples();
        assertThat(before).containsEntry(TIMEOUTS_SUM, 7.0).containsEntry(STREAMED_COUNT, 2.0);
        registry.removeMatching((name, metric) -> name.endsWith("10.0.0.3_7000"));

        Bridge second = following(first);
        assertThat(ScrapedText.by(second).samples()).containsAllEntriesOf(before);
        registry.meter(TIMEOUTS + "10.0.0.2_7000").mark(2);
        staying.update(500, TimeUnit.MICROSECONDS);
        Bridge third = following(second);
        assertThat(ScrapedText.by(third).samples())
                .containsEntry(TIMEOUTS_SUM, 9.0)
                .containsEntry(STREAMED_COUNT, 3.0)
                .containsEntry(STREAMED_IN_A_MILLISECOND, 3.0);
    }

    /** Cassandra does not unregister all metrics of a peer that has left. */
    @Test
    void sumContinuesInTheNextBridgeWithPeersThatHaveLeft() {
        registry.meter(TIMEOUTS + "10.0.0.2_7000").mark(3);
        Meter left = registry.meter(TIMEOUTS + "10.0.0.3_7000");
        left.mark(4);
        Bridge first = bridge();
        assertThat(ScrapedText.by(first).samples()).containsEntry(TIMEOUTS_SUM, 7.0);
        ring.set(new RingMembers(2, Map.of("10.0.0.2:7000", "dc1")));
        assertThat(ScrapedText.by(first).samples()).containsEntry(TIMEOUTS_SUM, 7.0);

        Bridge second = following(first);
        assertThat(ScrapedText.by(second).samples())
                .isEqualTo(ScrapedText.by(first).samples())
                .containsEntry(TIMEOUTS_SUM, 7.0);
        ring.set(new RingMembers(3, Map.of("10.0.0.2:7000", "dc1", "10.0.0.3:7000", "dc1")));
        left.mark(1);
        assertThat(ScrapedText.by(second).samples()).containsEntry(TIMEOUTS_SUM, 8.0);
    }

    @Test
    void countsOfThePreviousBridgeAreContinuedOnce() {
        registry.meter(TIMEOUTS + "10.0.0.2_7000").mark(3);
        Bridge first = bridge();
        assertThat(ScrapedText.by(first).samples()).containsEntry(TIMEOUTS_SUM, 3.0);
        Bridge second = following(first);
        assertThat(ScrapedText.by(second).samples()).containsEntry(TIMEOUTS_SUM, 3.0);
        registry.remove(TIMEOUTS + "10.0.0.2_7000");
        registry.meter(TIMEOUTS + "10.0.0.2_7000").mark(1);
        assertThat(ScrapedText.by(second).samples()).containsEntry(TIMEOUTS_SUM, 4.0);
    }

    /** A node that has restarted has no metrics of peers that left before. */
    @Test
    void sumContinuesWithTheRegistryOfANodeThatHasRestarted() {
        registry.meter(TIMEOUTS + "10.0.0.2_7000").mark(3);
        registry.meter(TIMEOUTS + "10.0.0.3_7000").mark(4);
        timer(registry, "10.0.0.3_7000").update(500, TimeUnit.MICROSECONDS);
        Bridge first = bridge();
        assertThat(ScrapedText.by(first).samples())
                .containsEntry(TIMEOUTS_SUM, 7.0)
                .containsEntry(STREAMED_COUNT, 1.0);
        MetricRegistry restarted = new MetricRegistry();
        restarted.meter(TIMEOUTS + "10.0.0.2_7000").mark(1);
        timer(restarted, "10.0.0.2_7000").update(500, TimeUnit.MICROSECONDS);
        assertThat(ScrapedText.by(following(first, restarted)).samples())
                .containsEntry(TIMEOUTS_SUM, 8.0)
                .containsEntry(STREAMED_COUNT, 2.0)
                .containsEntry(STREAMED_IN_A_MILLISECOND, 2.0);
    }

    @Test
    void sumContinuesAfterABridgeThatDidNotExportIt() {
        registry.meter(TIMEOUTS + "10.0.0.2_7000").mark(7);
        Bridge first = bridge();
        assertThat(ScrapedText.by(first).samples()).containsEntry(TIMEOUTS_SUM, 7.0);
        Bridge byPeer = new Bridge(
                MetricsConfig.of(Map.of("metrics.peers.level", "peer"), new ArrayList<>()),
                ring,
                first.peerCounts(),
                System::nanoTime);
        InProcessSource.follow(registry, byPeer);
        assertThat(ScrapedText.by(byPeer).samples()).doesNotContainKey(TIMEOUTS_SUM);
        registry.meter(TIMEOUTS + "10.0.0.2_7000").mark(1);
        Bridge third = new Bridge(first.config(), ring, byPeer.peerCounts(), System::nanoTime);
        InProcessSource.follow(registry, third);
        assertThat(ScrapedText.by(third).samples()).containsEntry(TIMEOUTS_SUM, 8.0);
    }

    private Bridge following(Bridge previous) {
        return following(previous, registry);
    }

    private Bridge following(Bridge previous, MetricRegistry followed) {
        Bridge next = new Bridge(previous.config(), ring, previous.peerCounts(), System::nanoTime);
        InProcessSource.follow(followed, next);
        return next;
    }

    @Test
    void bucketsOfAPeerOutsideTheRingAreReadOnce() {
        Timer left = timer(registry, "10.0.0.9_7000");
        left.update(1, TimeUnit.MILLISECONDS);
        Bridge bridge = bridge();
        for (int scrape = 0; scrape < 2; scrape++) {
            assertThat(ScrapedText.by(bridge).samples())
                    .containsEntry(STREAMED_FAMILY + "_count{datacenter=\"\"}", 1.0);
            left.update(1, TimeUnit.MILLISECONDS);
        }
        assertThat(ScrapedText.errors(bridge)).isZero();
    }

    @Test
    void peerWhoseBucketsCannotBeReadIsAnErrorAndTheOtherPeersAreAddedUp() {
        timer(registry, "10.0.0.2_7000").update(1, TimeUnit.MILLISECONDS);
        registry.register(STREAMED + "10.0.0.3_7000", new Timer(new UnreadableReservoir()));
        Bridge bridge = bridge();
        assertThat(ScrapedText.by(bridge).samples()).containsEntry(STREAMED_COUNT, 1.0);
        assertThat(ScrapedText.errors(bridge)).isEqualTo(1);
    }

    @Test
    void messageOfASumThatCannotBeReadHasTheNumberOfPeers() {
        registry.timer(STREAMED + "10.0.0.2_7000");
        registry.timer(STREAMED + "10.0.0.3_7000");
        Bridge bridge = bridge();
        assertThat(LoggedText.of(() -> ScrapedText.by(bridge)))
                .contains("Cannot read " + STREAMED_FAMILY + " from the sum of 2 peers: ");
    }

    private static Timer timer(MetricRegistry registry, String peer) {
        return registry.register(STREAMED + peer, new Timer(CassandraReservoir.of41()));
    }

    private Bridge bridge() {
        return RegistryBridge.of(
                registry,
                ring,
                RegistryBridge.settings("metrics.peers.level", "datacenter", "metrics.node.include", STREAMED_FAMILY));
    }

    private static final class UnreadableReservoir implements Reservoir {
        @Override
        public int size() {
            return 0;
        }

        @Override
        public void update(long value) {}

        @Override
        public Snapshot getSnapshot() {
            throw new IllegalStateException("closed");
        }
    }
}
