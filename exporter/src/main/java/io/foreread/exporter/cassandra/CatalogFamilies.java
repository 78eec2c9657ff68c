package io.foreread.exporter.cassandra;

import io.foreread.exporter.catalog.CassandraCatalog;
import io.foreread.exporter.catalog.Refresh;
import io.foreread.exporter.catalog.Row;
import io.foreread.exporter.config.MetricsConfig;
import io.foreread.exporter.source.MetricName;
import io.foreread.exporter.source.NodeMetric;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The families of the catalog under one configuration, and which series each metric of the node has there. Thread-safe. */
final class CatalogFamilies {
    private final CassandraCatalog catalog = CassandraCatalog.get();
    private final Families families;
    private final Tables tables;
    private final CacheLookups caches = new CacheLookups(this::bind);
    private final BiConsumer<Refresh, Series> hold;
    private final Consumer<Series> forget;
    /** {@code type.name} of metrics that hold the sum of another that is exported. */
    private final Set<String> sumNames = new HashSet<>();

    private final ConcurrentMap<MetricName, NodeMetric> sums = new ConcurrentHashMap<>();

    /**
     * @param hold is called with each new series
     * @param forget is called with each series that is no longer exported
     */
    CatalogFamilies(MetricsConfig config, Tables tables, BiConsumer<Refresh, Series> hold, Consumer<Series> forget) {
        this.tables = tables;
        this.hold = hold;
        this.forget = forget;
        families = new Families(config);
        for (Row row : catalog.rows()) {
            if (!families.exports(row)) continue;
            families.declare(row);
            if (row.sum() != null) sumNames.add(row.type() + '.' + row.sum());
        }
    }

    boolean wants(MetricName name) {
        if (isSum(name)) return true;
        for (Row row : catalog.rows(name.type(), name.name())) {
            String @Nullable [] labels = labels(row, name);
            if (labels != null && tables.exports(row.group().level(), labels)) return true;
        }
        return false;
    }

    void added(MetricName name, NodeMetric metric) {
        if (isSum(name)) sums.put(name, metric);
        bind(name, metric);
        if (name.type().equals(CacheLookups.TYPE)) caches.added(name, metric);
    }

    private void bind(MetricName name, NodeMetric metric) {
        for (Row row : catalog.rows(name.type(), name.name())) {
            String @Nullable [] labels = labels(row, name);
            if (labels == null || !tables.exports(row.group().level(), labels)) continue;
            Table table = tables.of(row.group().level(), labels);
            MetricName sum = row.sum() == null ? null : name.sibling(row.sum());
            SeriesSeed seed = new SeriesSeed(row, table, metric, () -> sum == null ? null : sums.get(sum));
            for (Series series : families.bind(seed, labels, forget)) hold.accept(row.refresh(), series);
        }
    }

    void removed(MetricName name) {
        sums.remove(name);
        for (Row row : catalog.rows(name.type(), name.name())) {
            String @Nullable [] labels = labels(row, name);
            if (labels != null) families.unbind(row, labels).forEach(forget);
        }
        if (name.type().equals(CacheLookups.TYPE)) caches.removed(name);
    }

    private boolean isSum(MetricName name) {
        return sumNames.contains(name.type() + '.' + name.name());
    }

    /** @return null if the row does not apply to the metric, or is not exported */
    private String @Nullable [] labels(Row row, MetricName name) {
        return families.exports(row) ? row.labelValues(name.name(), name.scope()) : null;
    }

    /** Every family that has a series now. */
    List<Family> all() {
        return families.all();
    }

    /** Names of samples that another naming must not use again. */
    Set<String> sampleNames() {
        return families.sampleNames();
    }
}
