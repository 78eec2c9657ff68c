package io.foreread.exporter.naming;

import io.foreread.exporter.source.MetricName;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * An additional name of a metric, usually an older one. Cassandra has a second MBean with this name, but no metric with
 * this name in its registry. Immutable.
 */
final class Alias {
    private final String type;
    /** The name of the metrics that have the alias; null for any name. */
    private final @Nullable String name;

    private final @Nullable String scope;
    /** The name in the alias; null if it is the name of the metric. */
    private final @Nullable String otherName;

    private final @Nullable String otherScope;

    Alias(Map<?, ?> keys) {
        Map<?, ?> other = Objects.requireNonNull((Map<?, ?>) keys.get("also"), "also");
        type = Objects.requireNonNull((String) keys.get("of"), "of");
        name = (String) keys.get("name");
        scope = (String) keys.get("scope");
        otherName = (String) other.get("name");
        otherScope = (String) other.get("scope");
    }

    /** @return null if the metric does not have this alias */
    @Nullable
    MetricName of(MetricName metric) {
        boolean applies = metric.type().equals(type)
                && (name == null || metric.name().equals(name))
                && (scope == null || metric.scope().equals(scope));
        if (!applies) return null;
        return new MetricName(
                type, otherName == null ? metric.name() : otherName, otherScope == null ? metric.scope() : otherScope);
    }
}
