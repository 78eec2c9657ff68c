package io.foreread.exporter.cassandra;

import io.foreread.exporter.catalog.CassandraCatalog;
import io.foreread.exporter.catalog.Refresh;
import io.foreread.exporter.catalog.Row;
import io.foreread.exporter.config.MetricsConfig;
import io.foreread.exporter.source.CurrentRing;
import io.foreread.exporter.source.MetricName;
import io.foreread.exporter.source.NodeMetric;
import io.foreread.exporter.source.ReadErrors;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Binds the metrics of a node to the families of the catalog, for one configuration. Thread-safe. */
final class CatalogFamilies {
    private final CassandraCatalog catalog = CassandraCatalog.get();
    private final Families families;
    private final Tables tables;
    private final PeerFamilies peers;
    private final CacheLookups caches = new CacheLookups(this::bind, this::unbind);
    private final BiConsumer<Refresh, Series> retain;
    private final Consumer<Series> forget;
    /** The exported rows by the metric that holds their exact sum, as {@code type.name}. */
    private final Map<String, List<Row>> rowsBySum = new HashMap<>();

    private final ConcurrentMap<MetricName, NodeMetric> sums = new ConcurrentHashMap<>();

    /**
     * @param previous the counts that the sums of peers continue
     * @param retain called with each new series
     * @param forget called with each series that is no longer exported
     */
    CatalogFamilies(
            MetricsConfig config,
            Tables tables,
            CurrentRing ring,
            ReadErrors errors,
            PeerCounts previous,
            BiConsumer<Refresh, Series> retain,
            Consumer<Series> forget) {
        this.tables = tables;
        this.retain = retain;
        this.forget = forget;
        families = new Families(config);
        peers = new PeerFamilies(config, ring, errors, families, previous, retain, forget);
        for (Row row : catalog.rows()) {
            if (!families.exports(row)) continue;
            families.declare(row);
            if (row.sum() != null)
                rowsBySum
                        .computeIfAbsent(row.type() + '.' + row.sum(), sum -> new ArrayList<>())
                        .add(row);
        }
    }

    boolean accepts(MetricName name) {
        return exportsAny(rowsOfSum(name), name) || exportsAny(catalog.rows(name.type(), name.name()), name);
    }

    private boolean exportsAny(Collection<Row> rows, MetricName name) {
        for (Row row : rows) {
            String @Nullable [] labels = labels(row, name);
            if (labels != null && tables.exports(row.group().level(), labels)) return true;
        }
        return false;
    }

    void added(MetricName name, NodeMetric metric) {
        if (!rowsOfSum(name).isEmpty()) sums.put(name, metric);
        bind(name, metric);
        if (name.type().equals(CacheLookups.TYPE)) caches.added(name, metric);
    }

    private void bind(MetricName name, NodeMetric metric) {
        for (Row row : catalog.rows(name.type(), name.name())) {
            String @Nullable [] labels = labels(row, name);
            if (labels == null || !tables.exports(row.group().level(), labels)) continue;
            if (row.isPerPeer()) {
                peers.bind(row, labels, metric);
                continue;
            }
            Table table = tables.of(row.group().level(), labels);
            MetricName sum = row.sum() == null ? null : name.sibling(row.sum());
            SeriesSeed seed = new SeriesSeed(row, table, metric, () -> sum == null ? null : sums.get(sum));
            for (Series series : families.bind(seed, labels, forget)) retain.accept(row.refresh(), series);
        }
    }

    void removed(MetricName name) {
        sums.remove(name);
        unbind(name);
        if (name.type().equals(CacheLookups.TYPE)) caches.removed(name);
    }

    private void unbind(MetricName name) {
        for (Row row : catalog.rows(name.type(), name.name())) {
            String @Nullable [] labels = labels(row, name);
            if (labels == null) continue;
            if (row.isPerPeer()) peers.unbind(row, labels);
            else families.unbind(row, labels).forEach(forget);
        }
    }

    /** The rows whose exact sum is this metric, which has the same scope as they. */
    private List<Row> rowsOfSum(MetricName name) {
        return rowsBySum.getOrDefault(name.type() + '.' + name.name(), Collections.emptyList());
    }

    /** @return null if the row does not apply to the metric, or is not exported */
    private String @Nullable [] labels(Row row, MetricName name) {
        if (!families.exports(row) || (row.isPerPeer() && !peers.exportsAny())) return null;
        return row.labelValues(name.name(), name.scope());
    }

    PeerFamilies peers() {
        return peers;
    }

    /** All families that have series. */
    List<Family> all() {
        return families.all();
    }

    /** The names of all samples of the exported families. {@link DialectFamilies} does not use these names. */
    Set<String> sampleNames() {
        return families.sampleNames();
    }
}
