package io.foreread.exporter.cassandra;

import io.foreread.exporter.source.Distribution;
import io.foreread.exporter.source.MetricName;
import io.foreread.exporter.source.NodeMetric;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.Consumer;

/**
 * Derives the missing counter of cache lookups. Each cache of Cassandra 3.11 counts its requests and either its hits or
 * its misses. The third counter is the difference. With it, one query for the hit ratio works on all releases.
 * Thread-safe.
 */
final class CacheLookups {
    static final String TYPE = "Cache";

    private static final String REQUESTS = "Requests";
    private static final String HITS = "Hits";
    private static final String MISSES = "Misses";
    private static final Set<String> COUNTERS = new HashSet<>(Arrays.asList(REQUESTS, HITS, MISSES));

    private final BiConsumer<MetricName, NodeMetric> derived;
    private final Consumer<MetricName> ended;
    private final Map<MetricName, NodeMetric> known = new HashMap<>();

    /**
     * @param derived receives the derived counters
     * @param ended receives the names of derived counters that can no longer be derived
     */
    CacheLookups(BiConsumer<MetricName, NodeMetric> derived, Consumer<MetricName> ended) {
        this.derived = derived;
        this.ended = ended;
    }

    synchronized void added(MetricName name, NodeMetric metric) {
        if (!COUNTERS.contains(name.name())) return;
        known.put(name, metric);
        NodeMetric requests = known.get(name.sibling(REQUESTS));
        NodeMetric hits = known.get(name.sibling(HITS));
        NodeMetric misses = known.get(name.sibling(MISSES));
        if (requests == null || (hits == null) == (misses == null)) return;
        derived.accept(
                name.sibling(hits == null ? HITS : MISSES), new Difference(requests, hits == null ? misses : hits));
    }

    synchronized void removed(MetricName name) {
        boolean requests = known.containsKey(name.sibling(REQUESTS));
        boolean hits = known.containsKey(name.sibling(HITS));
        boolean misses = known.containsKey(name.sibling(MISSES));
        if (known.remove(name) == null || !requests || hits == misses) return;
        ended.accept(name.sibling(hits ? MISSES : HITS));
    }

    /** The two counters are not read atomically, so their difference can decrease. The exported counter must not decrease. */
    private static final class Difference implements NodeMetric {
        private final NodeMetric all;
        private final NodeMetric some;
        private long lastCount;

        Difference(NodeMetric all, NodeMetric some) {
            this.all = all;
            this.some = some;
        }

        @Override
        public Kind kind() {
            return Kind.COUNTER;
        }

        @Override
        public synchronized long count() {
            lastCount = Math.max(lastCount, all.count() - some.count());
            return lastCount;
        }

        @Override
        public Object value() {
            throw new UnsupportedOperationException();
        }

        @Override
        public Distribution distribution() {
            throw new UnsupportedOperationException();
        }
    }
}
