package io.foreread.exporter.jmx;

import io.foreread.exporter.catalog.CassandraCatalog;
import io.foreread.exporter.catalog.Refresh;
import io.foreread.exporter.catalog.Row;
import io.foreread.exporter.source.MetricName;
import io.foreread.exporter.source.NodeMetric;
import io.foreread.exporter.source.OrphanedMetrics;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Predicate;
import javax.management.MalformedObjectNameException;
import javax.management.ObjectInstance;
import javax.management.ObjectName;

/** Determines which MBeans of a node are metrics of Cassandra's registry. Stateless. */
final class MetricBeans {
    /** Matches the MBeans of all metrics. */
    static final ObjectName DOMAIN = name("org.apache.cassandra.metrics:*");
    /**
     * The types of MBeans that have the metrics of tables under their former names. Cassandra's registry does not have these
     * names, and the keys of the MBeans do not select a keyspace.
     */
    private static final Set<String> ALIASES = new HashSet<>(Arrays.asList("ColumnFamily", "IndexColumnFamily"));

    private MetricBeans() {}

    private static ObjectName name(String text) {
        try {
            return new ObjectName(text);
        } catch (MalformedObjectNameException e) {
            throw new IllegalArgumentException(e);
        }
    }

    /**
     * Returns the MBeans of the metrics that are used, without those of dropped tables.
     *
     * @param beans the MBeans of the domain
     * @param accepted selects the metrics
     */
    static Map<ObjectName, NodeMetric.Kind> used(Set<ObjectInstance> beans, Predicate<MetricName> accepted) {
        Set<MetricName> owners = new HashSet<>();
        for (ObjectInstance bean : beans) {
            MetricName name = MetricName.of(bean.getObjectName());
            if (name != null && name.equals(OrphanedMetrics.ownerOf(name))) owners.add(name);
        }
        Map<ObjectName, NodeMetric.Kind> used = new HashMap<>();
        for (ObjectInstance bean : beans) {
            NodeMetric.Kind kind = BeanKind.of(bean.getClassName());
            MetricName name = kind == null ? null : MetricName.of(bean.getObjectName());
            if (name == null || ALIASES.contains(name.type()) || !accepted.test(name)) continue;
            MetricName owner = OrphanedMetrics.ownerOf(name);
            if (owner == null || owners.contains(owner)) used.put(bean.getObjectName(), kind);
        }
        return used;
    }

    /** @param bean an MBean of a metric */
    static MetricName nameOf(ObjectName bean) {
        return Objects.requireNonNull(MetricName.of(bean), bean::toString);
    }

    /**
     * Whether scrapes read the metric. Gauges whose refresh class is not {@link Refresh#LIVE} are read in the
     * background.
     */
    static boolean isLive(MetricName name, NodeMetric.Kind kind) {
        if (kind != NodeMetric.Kind.GAUGE) return true;
        for (Row row : CassandraCatalog.get().rows(name.type(), name.name()))
            if (row.refresh() == Refresh.LIVE && row.labelValues(name.name(), name.scope()) != null) return true;
        return false;
    }
}
