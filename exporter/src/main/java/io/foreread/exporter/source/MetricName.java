package io.foreread.exporter.source;

import javax.management.ObjectName;
import org.jspecify.annotations.Nullable;

/** The name of a metric in Cassandra's registry: a prefix and {@code <type>.<name>[.<scope>]}. Immutable. */
public final class MetricName {
    private static final String PREFIX = "org.apache.cassandra.metrics.";
    private static final String KEYSPACE = "Keyspace";
    private static final String KEYSPACE_IN_REGISTRY = "keyspace";
    private static final String AUTO_REPAIR = "AutoRepair";
    private static final String AUTO_REPAIR_IN_REGISTRY = "autorepair";
    private static final String REPAIR_TYPE = "repairType";

    private final String type;
    private final String name;
    private final String scope;

    /** @param scope the scope; empty if the metric has none */
    public MetricName(String type, String name, String scope) {
        this.type = type;
        this.name = name;
        this.scope = scope;
    }

    /**
     * Parses a name of the registry. The registry has the type {@code keyspace} where MBeans have {@code Keyspace}, and
     * {@code autorepair} where MBeans have {@code AutoRepair}. In the registry, the scope of an autorepair metric is
     * for example {@code repairType=full}.
     *
     * @return null if the text is not the name of a Cassandra metric
     */
    public static @Nullable MetricName parse(String text) {
        if (!text.startsWith(PREFIX)) return null;
        String[] parts = text.substring(PREFIX.length()).split("\\.", 3);
        if (parts.length < 2) return null;
        String scope = parts.length == 3 ? parts[2] : "";
        switch (parts[0]) {
            case KEYSPACE_IN_REGISTRY:
                return new MetricName(KEYSPACE, parts[1], scope);
            case AUTO_REPAIR_IN_REGISTRY:
                return new MetricName(AUTO_REPAIR, parts[1], scope.substring(scope.indexOf('=') + 1));
            default:
                return new MetricName(parts[0], parts[1], scope);
        }
    }

    /**
     * Converts the name of an MBean. The scope is made of these keys of the MBean: {@code path} of a thread pool,
     * {@code keyspace}, {@code table} and {@code index} of an index, {@code repairType}, {@code scope}.
     *
     * @return null if the MBean has no type or name
     */
    public static @Nullable MetricName of(ObjectName bean) {
        String type = bean.getKeyProperty("type");
        String name = bean.getKeyProperty("name");
        if (type == null || name == null) return null;
        StringBuilder scope = new StringBuilder();
        for (String key : new String[] {"path", "keyspace", "table", "index", REPAIR_TYPE, "scope"}) {
            String part = bean.getKeyProperty(key);
            if (part == null) continue;
            if (scope.length() > 0) scope.append('.');
            scope.append(part);
        }
        return new MetricName(type, name, scope.toString());
    }

    public String type() {
        return type;
    }

    public String name() {
        return name;
    }

    /** The scope; empty if the metric has none. */
    public String scope() {
        return scope;
    }

    /** Returns the name of another metric with the same type and scope. */
    public MetricName sibling(String otherName) {
        return new MetricName(type, otherName, scope);
    }

    /** The name in the registry of this JVM. */
    public String inRegistry() {
        if (type.equals(AUTO_REPAIR))
            return PREFIX + AUTO_REPAIR_IN_REGISTRY + '.' + name + '.' + REPAIR_TYPE + '=' + scope;
        String typeInRegistry = type.equals(KEYSPACE) ? KEYSPACE_IN_REGISTRY : type;
        return PREFIX + typeInRegistry + '.' + name + (scope.isEmpty() ? "" : '.' + scope);
    }

    @Override
    public boolean equals(@Nullable Object other) {
        if (!(other instanceof MetricName)) return false;
        MetricName that = (MetricName) other;
        return type.equals(that.type) && name.equals(that.name) && scope.equals(that.scope);
    }

    @Override
    public int hashCode() {
        return (type.hashCode() * 31 + name.hashCode()) * 31 + scope.hashCode();
    }

    @Override
    public String toString() {
        return scope.isEmpty() ? type + '.' + name : type + '.' + name + '.' + scope;
    }
}
