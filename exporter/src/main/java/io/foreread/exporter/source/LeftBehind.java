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
 * What Cassandra forgets to take out of its registry when a table or keyspace is dropped: 3.11 keeps the latencies of
 * lightweight transactions, and gives the old ones to a new table of that name without a word (CASSANDRA-14888 is of
 * this kind). One metric that no line forgets tells for all of its scope. Thread-safe.
 */
public final class LeftBehind {
    /** By type: comes with the first and goes with the last of a table's or keyspace's own metrics. */
    private static final Map<String, String> TELLING = new HashMap<>();

    /** How the names begin that are left behind. */
    private static final String FORGOTTEN = "Cas";

    static {
        TELLING.put("Table", "LiveSSTableCount");
        TELLING.put("IndexTable", "LiveSSTableCount");
        TELLING.put("Keyspace", "LiveDiskSpaceUsed");
    }

    private final Predicate<MetricName> registered;
    /** Names that a type has, on this line. */
    private final ConcurrentMap<String, Set<String>> names = new ConcurrentHashMap<>();
    /** One metric of each scope that something was left of. */
    private final Set<MetricName> dropped = ConcurrentHashMap.newKeySet();
    /** The last of them: when it was told of, the rest was still on its way out as a rule. */
    private volatile @Nullable MetricName lastDropped;

    /** @param registered whether the registry has it */
    public LeftBehind(Predicate<MetricName> registered) {
        this.registered = registered;
    }

    /** @return the metric without which this one is left behind; null if it stands for itself */
    public static @Nullable MetricName teller(MetricName name) {
        String telling = name.scope().isEmpty() ? null : TELLING.get(name.type());
        return telling == null ? null : name.sibling(telling);
    }

    /**
     * Of what was registered before anybody listened.
     *
     * @return whether a dropped table has left it; then it comes with the next table of that name
     */
    public boolean leftBefore(MetricName name) {
        MetricName teller = name.name().startsWith(FORGOTTEN) ? teller(name) : null;
        if (teller == null || registered.test(teller)) return false;
        dropped.add(teller);
        // A table may be made at this very moment.
        return !registered.test(teller) || !dropped.remove(teller);
    }

    /** @return what else has come with it, unannounced */
    public Collection<MetricName> added(MetricName name) {
        if (!TELLING.containsKey(name.type())) return Collections.emptyList();
        names.computeIfAbsent(name.type(), type -> ConcurrentHashMap.newKeySet())
                .add(name.name());
        return tells(name) && dropped.remove(name) ? others(name) : Collections.emptyList();
    }

    /** @return what else has gone with it, although the registry still has it */
    public Collection<MetricName> removed(MetricName name) {
        if (!tells(name)) return Collections.emptyList();
        MetricName before = lastDropped;
        // Or each table that was ever dropped would be kept in mind.
        if (before != null && others(before).isEmpty()) dropped.remove(before);
        lastDropped = name;
        Collection<MetricName> left = others(name);
        if (!left.isEmpty()) dropped.add(name);
        return left;
    }

    private static boolean tells(MetricName name) {
        return name.name().equals(TELLING.get(name.type()));
    }

    /** Some of them may be about to be removed after all; to be told so twice does no harm. */
    private Collection<MetricName> others(MetricName name) {
        return names.getOrDefault(name.type(), Collections.emptySet()).stream()
                .filter(other -> !other.equals(name.name()))
                .map(name::sibling)
                .filter(registered)
                .collect(Collectors.toList());
    }
}
