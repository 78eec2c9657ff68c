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
 * Finds metrics that stay in the registry after their table or keyspace was dropped. 3.11 keeps the latencies of
 * lightweight transactions, and a new table of the same name continues them (CASSANDRA-14888 is of this kind). One
 * metric that every line removes, the owner, decides for all metrics of its scope. Thread-safe.
 */
public final class OrphanedMetrics {
    /** By type: the metric that is registered and removed with the table or keyspace. */
    private static final Map<String, String> OWNERS = new HashMap<>();

    /** The prefix of the names of metrics that can be orphaned. */
    private static final String ORPHAN_PREFIX = "Cas";

    static {
        OWNERS.put("Table", "LiveSSTableCount");
        OWNERS.put("IndexTable", "LiveSSTableCount");
        OWNERS.put("Keyspace", "LiveDiskSpaceUsed");
    }

    private final Predicate<MetricName> registered;
    /** Names that a type has, on this line. */
    private final ConcurrentMap<String, Set<String>> names = new ConcurrentHashMap<>();
    /** The owners of orphaned metrics. */
    private final Set<MetricName> dropped = ConcurrentHashMap.newKeySet();
    /** The owner that was removed last. At that time other metrics of its scope are often still being removed. */
    private volatile @Nullable MetricName lastDropped;

    /** @param registered whether the registry has it */
    public OrphanedMetrics(Predicate<MetricName> registered) {
        this.registered = registered;
    }

    /** @return the metric without which this one is orphaned; null if it has no owner */
    public static @Nullable MetricName ownerOf(MetricName name) {
        String ownerName = name.scope().isEmpty() ? null : OWNERS.get(name.type());
        return ownerName == null ? null : name.sibling(ownerName);
    }

    /**
     * Called for a metric that was registered before the listener.
     *
     * @return whether the metric is orphaned; it is then added with the next table of that name
     */
    public boolean isOrphan(MetricName name) {
        MetricName owner = name.name().startsWith(ORPHAN_PREFIX) ? ownerOf(name) : null;
        if (owner == null || registered.test(owner)) return false;
        dropped.add(owner);
        // The table may be created concurrently.
        return !registered.test(owner) || !dropped.remove(owner);
    }

    /** @return metrics that belong to the new table too, although they were not announced */
    public Collection<MetricName> added(MetricName name) {
        if (!OWNERS.containsKey(name.type())) return Collections.emptyList();
        names.computeIfAbsent(name.type(), type -> ConcurrentHashMap.newKeySet())
                .add(name.name());
        return isOwner(name) && dropped.remove(name) ? others(name) : Collections.emptyList();
    }

    /** @return metrics that are orphaned from now on, because the registry still has them */
    public Collection<MetricName> removed(MetricName name) {
        if (!isOwner(name)) return Collections.emptyList();
        MetricName before = lastDropped;
        // Otherwise the set would keep an entry for each table that was ever dropped.
        if (before != null && others(before).isEmpty()) dropped.remove(before);
        lastDropped = name;
        Collection<MetricName> left = others(name);
        if (!left.isEmpty()) dropped.add(name);
        return left;
    }

    private static boolean isOwner(MetricName name) {
        return name.name().equals(OWNERS.get(name.type()));
    }

    /** Some of them may still be removed by Cassandra; a second removal has no effect. */
    private Collection<MetricName> others(MetricName name) {
        return names.getOrDefault(name.type(), Collections.emptySet()).stream()
                .filter(other -> !other.equals(name.name()))
                .map(name::sibling)
                .filter(registered)
                .collect(Collectors.toList());
    }
}
