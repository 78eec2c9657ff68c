package io.foreread.exporter.cassandra;

import io.foreread.exporter.catalog.CassandraCatalog;
import io.foreread.exporter.catalog.Metric;
import io.foreread.exporter.catalog.Refresh;
import io.foreread.exporter.catalog.Row;
import io.foreread.exporter.config.MetricsConfig;
import io.foreread.exporter.config.MetricsConfig.PeerLevel;
import io.foreread.exporter.source.CurrentRing;
import io.foreread.exporter.source.MetricName;
import io.foreread.exporter.source.NodeMetric;
import io.foreread.exporter.source.ReadErrors;
import io.foreread.exporter.source.RingMembers;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Exports the metrics of peers, one by one or as sums by datacenter. If {@code metrics.peers.level} is auto, the series
 * of both forms are created, and {@link #update} selects the form that is exported. Only peers in the ring are
 * exported, because Cassandra keeps some metrics of nodes that have left. Thread-safe.
 */
final class PeerFamilies {
    private final MetricsConfig config;
    private final CurrentRing ring;
    private final ReadErrors errors;
    private final Map<String, Peer> peers = new HashMap<>();
    private final Map<String, PeerSum> sums = new HashMap<>();
    private final PeerCounts previous;
    /** The last values of metrics that have not been bound yet. Each is continued once. */
    private final Map<String, PeerSum.LastRead> unbound;

    private @Nullable RingMembers applied;
    private volatile PeerLevel level;

    /** The metric of a peer as a part of a sum. */
    static final class Member {
        final Row row;
        final String[] labels;
        final PeerSum.Part part;

        Member(Row row, String[] labels, PeerSum.Part part) {
            this.row = row;
            this.labels = labels;
            this.part = part;
        }
    }

    private final Families families;
    private final BiConsumer<Refresh, Series> retain;
    private final Consumer<Series> forget;

    PeerFamilies(
            MetricsConfig config,
            CurrentRing ring,
            ReadErrors errors,
            Families families,
            PeerCounts previous,
            BiConsumer<Refresh, Series> retain,
            Consumer<Series> forget) {
        this.config = config;
        this.ring = ring;
        this.errors = errors;
        this.families = families;
        this.previous = previous;
        unbound = new HashMap<>(previous.parts);
        this.retain = retain;
        this.forget = forget;
        level = config.peerLevel(0);
    }

    boolean exportsAny() {
        return config.peerLevel() != PeerLevel.NONE;
    }

    /**
     * Applies the current ring.
     *
     * @return whether the exported series have changed
     */
    synchronized boolean update() {
        RingMembers now = ring.get();
        PeerLevel newLevel = config.peerLevel(now == null ? peers.size() : now.size());
        if (Objects.equals(now, applied) && newLevel == level) return false;
        applied = now;
        level = newLevel;
        for (Peer peer : peers.values()) apply(peer);
        return true;
    }

    private void apply(Peer peer) {
        String datacenter = applied == null ? "" : applied.datacenter(peer.name);
        peer.inRing = datacenter != null;
        peer.setExported(peer.inRing && level == PeerLevel.PEER);
        boolean moved = datacenter != null && !datacenter.isEmpty() && !datacenter.equals(peer.datacenter);
        for (Member member : peer.members.values()) {
            if (moved) sumOf(member, peer).move(member.part);
            else sumOf(member, peer).setInRing(member.part, peer.inRing);
        }
        if (!moved) return;
        String before = peer.datacenter;
        peer.datacenter = Objects.requireNonNull(datacenter);
        for (Member member : peer.members.values()) {
            sumOf(member, peer).add(member.part, true);
            dropIfEmpty(member, before);
        }
    }

    /** The peer that a metric is about, or null if the metric is not about a peer. */
    synchronized @Nullable Peer peerOf(MetricName name) {
        for (Row row : CassandraCatalog.get().rows(name.type(), name.name())) {
            String[] labels = row.isPerPeer() ? row.labelValues(name.name(), name.scope()) : null;
            if (labels != null) return peer(labels[0]);
        }
        return null;
    }

    private Peer peer(String name) {
        Peer peer = peers.get(name);
        if (peer == null) {
            peer = new Peer(name);
            peer.datacenter = previous.datacenters.getOrDefault(name, "");
            peers.put(name, peer);
            apply(peer);
        }
        return peer;
    }

    /** @param labels the label values: the name of the peer, then the constant labels of the row */
    synchronized void bind(Row row, String[] labels, NodeMetric metric) {
        Peer peer = peer(labels[0]);
        if (config.peerLevel() != PeerLevel.DATACENTER)
            for (Series series : families.bind(new SeriesSeed(row, peer, metric, () -> null), labels, forget))
                retain.accept(row.refresh(), series);
        if (config.peerLevel() == PeerLevel.PEER) return;
        Member before = peer.members.get(key(row, labels));
        if (before != null) {
            // Cassandra has registered the metric again. Previous counts remain in the sum.
            sumOf(before, peer).replace(before.part, metric);
            return;
        }
        PeerSum.LastRead read = unbound.remove(key(row, labels));
        PeerSum.Part part = read == null ? new PeerSum.Part(metric) : new PeerSum.Part(metric, read);
        Member member = new Member(row, labels, part);
        peer.members.put(key(row, labels), member);
        sumOf(member, peer).add(member.part, peer.inRing);
    }

    synchronized void unbind(Row row, String[] labels) {
        families.unbind(row, labels).forEach(forget);
        Peer peer = peers.get(labels[0]);
        Member member = peer == null ? null : peer.members.remove(key(row, labels));
        if (peer == null || member == null) return;
        sumOf(member, peer).remove(member.part);
        dropIfEmpty(member, peer.datacenter);
    }

    private static String key(Row row, String[] labels) {
        return row.family().name() + '\0' + String.join("\0", labels);
    }

    private PeerSum sumOf(Member member, Peer peer) {
        String[] labels = inDatacenter(member, peer.datacenter);
        return sums.computeIfAbsent(key(member.row, labels), key -> sum(member, labels));
    }

    private static String[] inDatacenter(Member member, String datacenter) {
        String[] labels = member.labels.clone();
        labels[0] = datacenter;
        return labels;
    }

    private PeerSum sum(Member member, String[] labels) {
        Row row = member.row;
        PeerSum sum = new PeerSum(
                member.part.metric().kind(),
                row.family().type() != Metric.Type.GAUGE,
                (part, failure) -> errors.failed(
                        row.group().name(), row.family().name(), part.metric().toString(), failure),
                previous.sums.getOrDefault(key(row, labels), PeerSum.Past.NONE));
        SeriesSeed seed = new SeriesSeed(row, () -> level == PeerLevel.DATACENTER, sum, () -> null);
        for (Series series : families.bind(seed, labels, forget)) retain.accept(row.refresh(), series);
        return sum;
    }

    /** Returns what the sums have counted. */
    synchronized PeerCounts counts() {
        Map<String, PeerSum.Past> past = new HashMap<>(previous.sums);
        sums.forEach((key, sum) -> past.put(key, sum.past()));
        Map<String, PeerSum.LastRead> parts = new HashMap<>(unbound);
        Map<String, String> datacenters = new HashMap<>();
        for (Peer peer : peers.values()) {
            datacenters.put(peer.name, peer.datacenter);
            peer.members.forEach(
                    (key, member) -> parts.put(key, sumOf(member, peer).lastRead(member.part)));
        }
        return new PeerCounts(past, parts, datacenters);
    }

    private void dropIfEmpty(Member member, String datacenter) {
        String[] labels = inDatacenter(member, datacenter);
        String key = key(member.row, labels);
        PeerSum sum = sums.get(key);
        if (sum == null || !sum.isEmpty()) return;
        sums.remove(key);
        families.unbind(member.row, sum, labels).forEach(forget);
    }
}
