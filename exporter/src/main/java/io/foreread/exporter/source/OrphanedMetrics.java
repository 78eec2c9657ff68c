package io.foreread.exporter.source;

import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Detects metrics that Cassandra does not remove from its registry when a table or keyspace is dropped. 3.11 keeps the
 * latency metrics of lightweight transactions. It reuses them for a new table of the same name without a call of the
 * registry's listeners (CASSANDRA-14888 is a similar bug). In each scope, one metric that every line does remove is the
 * owner of the others: if it is removed, the others are orphaned. Thread-safe.
 */
public final class OrphanedMetrics {
    /** The owner's name by type. The owner is registered and removed with its table or keyspace on every line. */
    private static final Map<String, String> OWNER_BY_TYPE = new HashMap<>();

    /** The prefix of the metrics that are not removed. */
    private static final String ORPHAN_PREFIX = "Cas";

    static {
        OWNER_BY_TYPE.put("Table", "LiveSSTableCount");
        OWNER_BY_TYPE.put("IndexTable", "LiveSSTableCount");
        OWNER_BY_TYPE.put("Keyspace", "LiveDiskSpaceUsed");
    }

    private final Predicate<MetricName> registered;
    /** The names of all metrics that this line of Cassandra has, by type. */
    private final ConcurrentMap<String, Set<String>> names = new ConcurrentHashMap<>();
    /** The removed owners of orphaned metrics. */
    private final Set<MetricName> dropped = ConcurrentHashMap.newKeySet();
    /** The most recently removed owner. Cassandra is usually still removing the other metrics of its scope. */
    private volatile @Nullable MetricName lastDropped;

    /** @param registered returns whether Cassandra's registry has a metric */
    public OrphanedMetrics(Predicate<MetricName> registered) {
        this.registered = registered;
    }

    /** @return the owner of the metric; null if it has none */
    public static @Nullable MetricName ownerOf(MetricName name) {
        String ownerName = name.scope().isEmpty() ? null : OWNER_BY_TYPE.get(name.type());
        return ownerName == null ? null : name.sibling(ownerName);
    }

    /**
     * Checks a metric that was registered before the listener was added.
     *
     * @return whether the metric is orphaned; then {@link #added} returns it when the next table of the same name is
     *     created
     */
    public boolean isOrphan(MetricName name) {
        MetricName owner = name.name().startsWith(ORPHAN_PREFIX) ? ownerOf(name) : null;
        if (owner == null || registered.test(owner)) return false;
        dropped.add(owner);
        // The table can be created concurrently.
        return !registered.test(owner) || !dropped.remove(owner);
    }

    /**
     * @return the orphaned metrics that Cassandra uses again because this metric was added; the registry's listeners
     *     are not called for them
     */
    public Collection<MetricName> added(MetricName name) {
        if (!OWNER_BY_TYPE.containsKey(name.type())) return Collections.emptyList();
        names.computeIfAbsent(name.type(), type -> ConcurrentHashMap.newKeySet())
                .add(name.name());
        return isOwner(name) && dropped.remove(name) ? siblings(name) : Collections.emptyList();
    }

    /** @return the metrics that this removal orphans: the metrics of the same scope that the registry still has */
    public Collection<MetricName> removed(MetricName name) {
        if (!isOwner(name)) return Collections.emptyList();
        MetricName before = lastDropped;
        // The owner that was dropped before this one leaves the set if it has no orphaned metrics. Otherwise the set
        // would grow with each dropped table.
        if (before != null && siblings(before).isEmpty()) dropped.remove(before);
        lastDropped = name;
        Collection<MetricName> orphans = siblings(name);
        if (!orphans.isEmpty()) dropped.add(name);
        return orphans;
    }

    private static boolean isOwner(MetricName name) {
        return name.name().equals(OWNER_BY_TYPE.get(name.type()));
    }

    /**
     * Returns the other registered metrics of the same scope. Cassandra can still remove some of these; a second
     * removal has no effect.
     */
    private Collection<MetricName> siblings(MetricName name) {
        return names.getOrDefault(name.type(), Collections.emptySet()).stream()
                .filter(other -> !other.equals(name.name()))
                .map(name::sibling)
                .filter(registered)
                .collect(Collectors.toList());
    }
}
