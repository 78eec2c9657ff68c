package io.foreread.exporter.naming;

import io.foreread.exporter.source.MetricName;
import java.util.Map;

/** An older name that Cassandra gives to the MBean of a metric, and not to the metric. Immutable. */
final class Alias {
    private final String type;
    /** Null for any. */
    private final String name;

    private final String scope;
    /** Null for the same. */
    private final String otherName;

    private final String otherScope;

    Alias(Map<?, ?> keys) {
        Map<?, ?> other = (Map<?, ?>) keys.get("also");
        type = (String) keys.get("of");
        name = (String) keys.get("name");
        scope = (String) keys.get("scope");
        otherName = (String) other.get("name");
        otherScope = (String) other.get("scope");
    }

    /** @return null if the metric has not this alias */
    MetricName of(MetricName metric) {
        boolean applies = metric.type().equals(type)
                && (name == null || metric.name().equals(name))
                && (scope == null || metric.scope().equals(scope));
        if (!applies) return null;
        return new MetricName(
                type, otherName == null ? metric.name() : otherName, otherScope == null ? metric.scope() : otherScope);
    }
}
