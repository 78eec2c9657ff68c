package io.foreread.exporter.cassandra;

import io.foreread.exporter.catalog.Level;
import io.foreread.exporter.config.MetricsConfig;
import io.foreread.exporter.source.MetricName;
import io.foreread.exporter.source.NodeMetric;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import org.jspecify.annotations.Nullable;

/** The tables of a node, and which of them are exported. Thread-safe. */
final class Tables {
    private final MetricsConfig config;
    private final TopTables top;
    private final ConcurrentMap<String, Table> known = new ConcurrentHashMap<>();
    private volatile boolean ranked;

    Tables(MetricsConfig config) {
        this.config = config;
        top = new TopTables(config);
    }

    boolean ranksBy(MetricName name) {
        return top.ranksBy(name);
    }

    void added(MetricName name, NodeMetric metric) {
        if (exports(Level.TABLE, name.scope().split("\\.", 2))) top.added(name, metric);
    }

    void removed(MetricName name) {
        top.removed(name);
    }

    /**
     * Whether the configuration selects the keyspace or table.
     *
     * @param labels the labels of the level: keyspace, then table
     */
    boolean exports(Level level, String[] labels) {
        if (level == Level.NODE || labels.length == 0) return true;
        if (level == Level.KEYSPACE || labels.length == 1) return config.exportsKeyspace(labels[0]);
        return config.exportsTable(labels[0], labels[1]);
    }

    /** Whether a table is exported: selected by the configuration and by the ranking. */
    boolean exports(String keyspace, String table) {
        // An index, named table.index, is exported with its table.
        String name = table.split("\\.", 2)[0];
        if (!config.exportsTable(keyspace, name)) return false;
        if (top.all()) return true;
        Table owner = known.get(keyspace + '.' + name);
        return owner != null && owner.isExported();
    }

    /** @return the table of a new series, or null if the level has no table */
    @Nullable
    Table of(Level level, String[] labels) {
        if (level != Level.TABLE) return null;
        return known.computeIfAbsent(labels[0] + '.' + labels[1], name -> new Table(name, top.all()));
    }

    /** Retains the table until the last of its series is released. */
    void retain(Series series) {
        Table own = series.table();
        if (own == null) return;
        known.compute(own.name(), (name, table) -> {
            Table retained = table == null ? own : table;
            retained.retain();
            return retained;
        });
    }

    void release(Series series) {
        if (series.table() != null)
            known.computeIfPresent(series.table().name(), (name, table) -> table.release() ? null : table);
    }

    int size() {
        return known.size();
    }

    /** Whether only the top tables are exported. */
    boolean areRanked() {
        return !top.all();
    }

    /** Whether the tables have not been ranked yet. */
    boolean needsRanking() {
        return !top.all() && !ranked;
    }

    /** @return whether the selection has changed */
    boolean rank() {
        if (top.all()) return false;
        ranked = true;
        Set<String> exported = top.rank();
        boolean changed = false;
        for (Table table : known.values()) {
            boolean export = exported.contains(table.name());
            changed |= export != table.isExported();
            table.setExported(export);
        }
        return changed;
    }
}
