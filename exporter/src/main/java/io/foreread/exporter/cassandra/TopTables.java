package io.foreread.exporter.cassandra;

import io.foreread.exporter.config.MetricsConfig;
import io.foreread.exporter.source.MetricName;
import io.foreread.exporter.source.NodeMetric;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

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
        /** The counts of the previous ranking, by name of the metric. */
        private final Map<String, Long> lastCounts = new HashMap<>();

        double weight;
        /** The requests since the first ranking; those of earlier rankings count less. */
        private double recent;

        Rank(String table) {
            this.table = table;
        }

        void updateWeight(boolean byRate) {
            long total = 0;
            long added = 0;
            // The requests since the node started, of counters that are read for the first time.
            long unranked = 0;
            for (Map.Entry<String, NodeMetric> metric : metrics.entrySet()) {
                Long last = lastCounts.get(metric.getKey());
                Long now = countOf(metric.getValue());
                if (now == null) {
                    total += last == null ? 0 : last;
                    continue;
                }
                lastCounts.put(metric.getKey(), now);
                total += now;
                if (last == null) unranked += now;
                // A count that has decreased is that of a new counter, which began at zero.
                else added += now < last ? now : now - last;
            }
            recent = recent * DECAY_FACTOR + added;
            weight = byRate ? recent + unranked : total;
        }

        /** Returns null if the metric cannot be read. */
        private static @Nullable Long countOf(NodeMetric metric) {
            try {
                return metric.count();
            } catch (RuntimeException | AssertionError | LinkageError e) {
                return null;
            }
        }
    }
}
