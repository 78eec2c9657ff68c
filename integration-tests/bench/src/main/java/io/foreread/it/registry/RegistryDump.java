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

/** Lists each metric of a registry once with its kinds, without scopes: the text of {@code registry/*.txt}. */
final class RegistryDump {
    private static final String BEAN_CLASS = "org.apache.cassandra.metrics.CassandraMetricsRegistry$Jmx";
    /** The metrics of tables under the names of releases before 3.0. */
    private static final Set<String> OLD_TYPES = Set.of("ColumnFamily", "IndexColumnFamily");

    private RegistryDump() {}

    /**
     * @param beans the domain {@code org.apache.cassandra.metrics} of a node
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
                + ", from its MBeans; ColumnFamily and IndexColumnFamily are old names.\n"
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
            default -> throw new IllegalStateException(bean.getObjectName() + " is of an unknown class, " + className);
        };
    }
}
