package io.foreread.exporter.mbean;

import static org.assertj.core.api.Assertions.assertThat;

import io.foreread.exporter.catalog.Metric;
import io.foreread.exporter.catalog.NodeFacts;
import io.foreread.exporter.config.MetricsConfig;
import io.foreread.exporter.source.CurrentRing;
import io.foreread.exporter.source.RingMembers;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class PeerFactsTest {
    private final CurrentRing ring = new CurrentRing();
    private final PeerFacts peers = new PeerFacts(ring);
    private final List<FactSample> samples = List.of(
            new FactSample(NodeFacts.PHI_CONVICT_THRESHOLD, 8, new String[0]),
            sample(NodeFacts.ENDPOINT_UP, 1, "a", "dc1", "r1"),
            sample(NodeFacts.ENDPOINT_UP, 1, "b", "dc1", "r2"),
            sample(NodeFacts.ENDPOINT_UP, 0, "c", "dc1", "r2"),
            sample(NodeFacts.ENDPOINT_PHI, 0.5, "a"),
            sample(NodeFacts.ENDPOINT_PHI, 2, "b"),
            sample(NodeFacts.ENDPOINT_PHI, 1000, "c"),
            sample(NodeFacts.STREAM_BYTES, 10, "a", "in"),
            sample(NodeFacts.STREAM_BYTES, 20, "b", "in"),
            sample(NodeFacts.STREAM_BYTES, 5, "b", "out"),
            sample(NodeFacts.HINT_FILES, 1, "c", "id-c"),
            sample(NodeFacts.HINT_FILES, 2, "", "id-unknown"),
            sample(NodeFacts.HINT_OLDEST, 200, "a", "id-a"),
            sample(NodeFacts.HINT_OLDEST, 100, "c", "id-c"));

    private static FactSample sample(Metric metric, double value, String... labels) {
        return new FactSample(metric, value, labels);
    }

    @Test
    void samplesAreUnchangedUpToTheMaximumNumberOfPeers() {
        ring.set(new RingMembers(3, Map.of("a", "dc1", "b", "dc1", "c", "dc1")));
        assertThat(peers.atLevel(samples, config("metrics.peers.max", "3"))).isSameAs(samples);
        assertThat(peers.atLevel(samples, config("metrics.peers.max", "2"))).isNotSameAs(samples);
    }

    @Test
    void levelDatacenterMergesTheSamplesOfEachDatacenter() {
        ring.set(new RingMembers(3, Map.of("a", "dc1", "b", "dc1", "c", "dc1")));
        assertThat(text(config("metrics.peers.level", "datacenter")))
                .containsExactlyInAnyOrder(
                        "cassandra_phi_convict_threshold[][] 8.0",
                        // The phi of the peer that is down is excluded, because it only grows.
                        "cassandra_endpoint_phi[datacenter][dc1] 2.0",
                        "cassandra_stream_active_bytes[datacenter, direction][dc1, in] 30.0",
                        "cassandra_stream_active_bytes[datacenter, direction][dc1, out] 5.0",
                        "cassandra_hint_files[datacenter][dc1] 1.0",
                        "cassandra_hint_files[datacenter][] 2.0",
                        "cassandra_hint_oldest_timestamp_seconds[datacenter][dc1] 100.0");
    }

    @Test
    void levelNoneExportsNoSamplesOfPeers() {
        assertThat(text(config("metrics.peers.level", "none")))
                .containsExactly("cassandra_phi_convict_threshold[][] 8.0");
    }

    private List<String> text(MetricsConfig config) {
        return peers.atLevel(samples, config).stream()
                .map(sample -> sample.metric + sample.metric.labelNames().toString() + List.of(sample.labelValues) + " "
                        + sample.value)
                .toList();
    }

    private static MetricsConfig config(String key, String value) {
        List<String> problems = new ArrayList<>();
        MetricsConfig config = MetricsConfig.of(Map.of(key, value), problems);
        assertThat(problems).isEmpty();
        return config;
    }
}
