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
 * latencies of lightweight transactions and reuses them, without notice, for a new table of the same name
 * (CASSANDRA-14888 is a similar bug). In each scope, one metric that every line does remove is the owner of the others.
 * Thread-safe.
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
    /** All metric names by type, on this line. */
    private final ConcurrentMap<String, Set<String>> names = new ConcurrentHashMap<>();
    /** The owners of scopes with orphaned metrics. */
    private final Set<MetricName> dropped = ConcurrentHashMap.newKeySet();
    /** The most recently removed owner, whose other metrics are usually still being removed. */
    private volatile @Nullable MetricName lastDropped;

    /** @param registered whether the registry has a metric */
    public OrphanedMetrics(Predicate<MetricName> registered) {
        this.registered = registered;
    }

    /** @return the metric without which this one is orphaned, or null if it has no owner */
    public static @Nullable MetricName ownerOf(MetricName name) {
        String ownerName = name.scope().isEmpty() ? null : OWNER_BY_TYPE.get(name.type());
        return ownerName == null ? null : name.sibling(ownerName);
    }

    /**
     * Checks a metric that was registered before the listener was added.
     *
     * @return whether it is orphaned by a dropped table; then it is returned by {@link #added} for the next table of
     * the same name
     */
    public boolean isOrphan(MetricName name) {
        MetricName owner = name.name().startsWith(ORPHAN_PREFIX) ? ownerOf(name) : null;
        if (owner == null || registered.test(owner)) return false;
        dropped.add(owner);
        // The table can be created concurrently.
        return !registered.test(owner) || !dropped.remove(owner);
    }

    /** @return orphaned metrics that have become active with it, without notice */
    public Collection<MetricName> added(MetricName name) {
        if (!OWNER_BY_TYPE.containsKey(name.type())) return Collections.emptyList();
        names.computeIfAbsent(name.type(), type -> ConcurrentHashMap.newKeySet())
                .add(name.name());
        return isOwner(name) && dropped.remove(name) ? siblings(name) : Collections.emptyList();
    }

    /** @return metrics that are orphaned by its removal: the registry still has them */
    public Collection<MetricName> removed(MetricName name) {
        if (!isOwner(name)) return Collections.emptyList();
        MetricName before = lastDropped;
        // Otherwise the set would grow with each dropped table.
        if (before != null && siblings(before).isEmpty()) dropped.remove(before);
        lastDropped = name;
        Collection<MetricName> orphans = siblings(name);
        if (!orphans.isEmpty()) dropped.add(name);
        return orphans;
    }

    private static boolean isOwner(MetricName name) {
        return name.name().equals(OWNER_BY_TYPE.get(name.type()));
    }

    /** Some of them can still be removed by Cassandra; a second removal has no effect. */
    private Collection<MetricName> siblings(MetricName name) {
        return names.getOrDefault(name.type(), Collections.emptySet()).stream()
                .filter(other -> !other.equals(name.name()))
                .map(name::sibling)
                .filter(registered)
                .collect(Collectors.toList());
    }
}
