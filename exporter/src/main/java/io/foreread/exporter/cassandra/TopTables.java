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

/** Selects the tables that are exported if their number is limited: those with the most recent requests, or the largest. Thread-safe. */
final class TopTables {
    private static final String TYPE = "Table";
    private static final Set<String> REQUESTS =
            new HashSet<>(Arrays.asList("ReadLatency", "WriteLatency", "RangeLatency"));
    private static final Set<String> DISK_SPACE = new HashSet<>(Arrays.asList("LiveDiskSpaceUsed"));
    /** What is left of a table's weight from one ranking to the next. */
    private static final double MEMORY = 0.5;

    private final int most;
    private final boolean byRate;
    private final Set<String> ranking;
    private final Map<String, Rank> ranks = new ConcurrentHashMap<>();

    TopTables(MetricsConfig config) {
        most = config.topTables();
        byRate = config.topBy() == MetricsConfig.TopBy.REQUESTS;
        ranking = byRate ? REQUESTS : DISK_SPACE;
    }

    /** Whether all tables are exported. */
    boolean all() {
        return most == 0;
    }

    boolean ranksBy(MetricName name) {
        return !all() && name.type().equals(TYPE) && ranking.contains(name.name());
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
     * Ranks the tables again.
     *
     * @return names of the exported tables, as {@code keyspace.table}
     */
    synchronized Set<String> rank() {
        List<Rank> ordered = new ArrayList<>(ranks.values());
        for (Rank rank : ordered) rank.weigh(byRate);
        ordered.sort(Comparator.comparingDouble((Rank rank) -> -rank.weight).thenComparing(rank -> rank.table));
        Set<String> exported = new HashSet<>();
        for (Rank rank : ordered.subList(0, Math.min(most, ordered.size()))) exported.add(rank.table);
        return exported;
    }

    private static final class Rank {
        final String table;
        final Map<String, NodeMetric> metrics = new ConcurrentHashMap<>();
        double weight;
        private long before;

        Rank(String table) {
            this.table = table;
        }

        void weigh(boolean byRate) {
            long now = 0;
            for (NodeMetric metric : metrics.values()) now += countOf(metric);
            weight = byRate ? weight * MEMORY + (now - before) : now;
            before = now;
        }

        /** What cannot be exported is not ranked. */
        private static long countOf(NodeMetric metric) {
            try {
                return metric.count();
            } catch (RuntimeException | AssertionError | LinkageError e) {
                return 0;
            }
        }
    }
}
