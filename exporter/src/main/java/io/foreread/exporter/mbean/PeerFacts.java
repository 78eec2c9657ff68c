package io.foreread.exporter.mbean;

import io.foreread.exporter.catalog.Metric;
import io.foreread.exporter.catalog.NodeFacts;
import io.foreread.exporter.config.MetricsConfig;
import io.foreread.exporter.config.MetricsConfig.PeerLevel;
import io.foreread.exporter.source.CurrentRing;
import io.foreread.exporter.source.RingMembers;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.DoubleBinaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Reduces the samples of peers to one per datacenter if the configuration requires it: to the highest phi of the peers
 * that are up, to the time of the oldest hint, and to sums otherwise. The reduced samples do not include whether each
 * peer is up, because {@code cassandra_endpoints} has the number of peers that are up. Thread-safe.
 */
final class PeerFacts {
    private static final Map<Metric, DoubleBinaryOperator> OPERATORS = new HashMap<>();

    static {
        OPERATORS.put(NodeFacts.ENDPOINT_PHI, Math::max);
        OPERATORS.put(NodeFacts.HINT_OLDEST, Math::min);
    }

    private final CurrentRing ring;
    private final Map<Metric, Metric> byDatacenter = new ConcurrentHashMap<>();

    PeerFacts(CurrentRing ring) {
        this.ring = ring;
    }

    /** @return the samples at the level of {@code metrics.peers.level} */
    List<FactSample> atLevel(List<FactSample> samples, MetricsConfig config) {
        RingMembers now = ring.get();
        PeerLevel level = config.peerLevel(now == null ? 0 : now.size());
        if (level == PeerLevel.PEER) return samples;
        Set<String> down = new HashSet<>();
        for (FactSample sample : samples)
            if (sample.metric == NodeFacts.ENDPOINT_UP && sample.value == 0) down.add(peer(sample));
        List<FactSample> reduced = new ArrayList<>();
        Map<String, FactSample> totals = new LinkedHashMap<>();
        for (FactSample sample : samples) {
            String peer = sample.label("peer");
            if (peer == null) reduced.add(sample);
            else if (level == PeerLevel.DATACENTER && isReduced(sample, down.contains(peer)))
                add(sample, datacenter(now, peer), totals);
        }
        reduced.addAll(totals.values());
        return reduced;
    }

    /**
     * Whether a sample of a peer is included in the sample of its datacenter. All are, except for
     * {@link NodeFacts#ENDPOINT_UP} and for the phi of a peer that is down, which only grows.
     */
    private static boolean isReduced(FactSample sample, boolean down) {
        return sample.metric != NodeFacts.ENDPOINT_UP && !(down && sample.metric == NodeFacts.ENDPOINT_PHI);
    }

    private static String peer(FactSample sample) {
        return String.valueOf(sample.label("peer"));
    }

    private static String datacenter(@Nullable RingMembers ring, String peer) {
        String datacenter = ring == null ? null : ring.datacenter(peer);
        return datacenter == null ? "" : datacenter;
    }

    private void add(FactSample sample, String datacenter, Map<String, FactSample> totals) {
        Metric metric = byDatacenter.computeIfAbsent(sample.metric, Metric::byDatacenter);
        List<String> labelNames = metric.labelNames();
        String[] labels = new String[labelNames.size()];
        labels[0] = datacenter;
        for (int i = 1; i < labels.length; i++) labels[i] = String.valueOf(sample.label(labelNames.get(i)));
        DoubleBinaryOperator operator = OPERATORS.getOrDefault(sample.metric, Double::sum);
        totals.merge(
                metric.name() + '\0' + String.join("\0", labels),
                new FactSample(metric, sample.value, labels),
                (before, one) -> new FactSample(metric, operator.applyAsDouble(before.value, one.value), labels));
    }
}
