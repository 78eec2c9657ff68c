package io.foreread.exporter.cassandra;

import io.foreread.exporter.config.MetricsConfig;
import io.foreread.exporter.source.MetricName;
import io.foreread.exporter.source.NodeMetric;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Selects the exported tables if their number is limited: the tables with the highest request rate in the last minutes, or
 * the largest tables on disk. Thread-safe.
 */
final class TopTables {
    private static final String TYPE = "Table";
    private static final Set<String> REQUESTS =
            new HashSet<>(Arrays.asList("ReadLatency", "WriteLatency", "RangeLatency"));
    private static final Set<String> DISK_SPACE = new HashSet<>(Arrays.asList("LiveDiskSpaceUsed"));
    /** The factor by which a table's weight decays from one ranking to the next. */
    private static final double DECAY_FACTOR = 0.5;

    private final int limit;
    private final boolean byRate;
    private final Set<String> rankedBy;
    private final Map<String, Rank> ranks = new ConcurrentHashMap<>();

    TopTables(MetricsConfig config) {
        limit = config.topTables();
        byRate = config.topBy() == MetricsConfig.TopBy.REQUESTS;
        rankedBy = byRate ? REQUESTS : DISK_SPACE;
    }

    /** Whether all tables are exported. */
    boolean all() {
        return limit == 0;
    }

    boolean ranksBy(MetricName name) {
        return !all() && name.type().equals(TYPE) && rankedBy.contains(name.name());
    }

    void added(MetricName name, NodeMetric metric) {
        if (ranksBy(name))
            ranks.computeIfAbsent(name.scope(), table -> new Rank(table))
                    .metrics
                    .put(name.name(), metric);
    }

    void removed(MetricName name) {
        if (ranksBy(name)) ranks.remove(name.scope());
    }

    /**
     * Ranks the tables.
     *
     * @return names of the exported tables, as {@code keyspace.table}
     */
    synchronized Set<String> rank() {
        List<Rank> ordered = new ArrayList<>(ranks.values());
        for (Rank rank : ordered) rank.updateWeight(byRate);
        ordered.sort(Comparator.comparingDouble((Rank rank) -> -rank.weight).thenComparing(rank -> rank.table));
        Set<String> exported = new HashSet<>();
        for (Rank rank : ordered.subList(0, Math.min(limit, ordered.size()))) exported.add(rank.table);
        return exported;
    }

    private static final class Rank {
        final String table;
        final Map<String, NodeMetric> metrics = new ConcurrentHashMap<>();
        double weight;
        private long lastCount;

        Rank(String table) {
            this.table = table;
        }

        void updateWeight(boolean byRate) {
            long now = 0;
            for (NodeMetric metric : metrics.values()) now += countOf(metric);
            weight = byRate ? weight * DECAY_FACTOR + (now - lastCount) : now;
            lastCount = now;
        }

        /** Metrics that cannot be read do not count. */
        private static long countOf(NodeMetric metric) {
            try {
                return metric.count();
            } catch (RuntimeException | AssertionError | LinkageError e) {
                return 0;
            }
        }
    }
}
