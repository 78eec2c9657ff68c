package io.foreread.it.registry;

import io.foreread.it.fixture.CassandraVersion;
import java.util.Collection;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import javax.management.ObjectInstance;
import javax.management.ObjectName;

/**
 * Creates the text of {@code registry/*.txt}: each metric of a registry once, without its scopes, and with its kinds.
 */
final class RegistryDump {
    private static final String BEAN_CLASS = "org.apache.cassandra.metrics.CassandraMetricsRegistry$Jmx";
    /** The types {@code Table} and {@code IndexTable} under their old names, which Cassandra still registers too. */
    private static final Set<String> OLD_TYPES = Set.of("ColumnFamily", "IndexColumnFamily");

    private RegistryDump() {}

    /**
     * @param beans the MBeans of a node in the domain {@code org.apache.cassandra.metrics}
     * @throws IllegalStateException for a bean of a kind that the exporter does not know
     */
    static String text(CassandraVersion version, Collection<ObjectInstance> beans) {
        Map<String, Set<String>> kinds = new TreeMap<>();
        for (ObjectInstance bean : beans) {
            ObjectName name = bean.getObjectName();
            String type = name.getKeyProperty("type");
            if (type == null || name.getKeyProperty("name") == null || OLD_TYPES.contains(type)) continue;
            kinds.computeIfAbsent(type + "." + name.getKeyProperty("name"), key -> new TreeSet<>())
                    .add(kind(bean));
        }
        return "# The metrics in the registry of " + version
                + ", from its MBeans, without ColumnFamily and IndexColumnFamily (old names of Table and IndexTable).\n"
                + kinds.entrySet().stream()
                        .map(metric -> metric.getKey() + "\t" + String.join(",", metric.getValue()) + "\n")
                        .collect(Collectors.joining());
    }

    private static String kind(ObjectInstance bean) {
        String className = bean.getClassName();
        String kind = className.startsWith(BEAN_CLASS) ? className.substring(BEAN_CLASS.length()) : "";
        return switch (kind) {
            case "Gauge", "Counter", "Meter", "Histogram", "Timer" -> kind;
            case "MeterGaugeCompatible" -> "Meter";
            default -> throw new IllegalStateException(bean.getObjectName() + " has the unknown class " + className);
        };
    }
}
