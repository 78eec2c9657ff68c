package io.foreread.exporter.naming;

import io.foreread.exporter.catalog.Refresh;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A row of the section {@code metrics} in the YAML file of a naming. An invalid row throws an
 * {@link IllegalStateException} that names the row. Immutable.
 */
final class Rule {
    private static final String ANY = "*";
    private static final Set<String> KEYS =
            new HashSet<>(Arrays.asList("of", "name", "value", "count", "percentiles", "mean", "factor"));

    private final String type;
    private final Pattern name;
    private final Statistic statistic;
    private final String family;
    private final double factor;

    Rule(Map<?, ?> keys) {
        if (!KEYS.containsAll(keys.keySet())) throw new IllegalStateException("dialect row " + keys + ": unknown key");
        type = Objects.requireNonNull((String) keys.get("of"), "of");
        name = Pattern.compile((String) keys.get("name"));
        statistic = statistic(keys);
        family = Objects.requireNonNull((String) keys.get(statistic.word()), statistic.word());
        Object text = keys.get("factor");
        factor = text == null ? 1 : ((Number) text).doubleValue();
    }

    private static Statistic statistic(Map<?, ?> keys) {
        for (Statistic one : Statistic.values()) if (keys.containsKey(one.word())) return one;
        throw new IllegalStateException("dialect row " + keys + ": no value, count, percentiles or mean");
    }

    Statistic statistic() {
        return statistic;
    }

    /** @return null if the row does not match the metric */
    @Nullable
    NameMapping mapping(String metricType, String metricName, Refresh refresh) {
        Matcher matcher = name.matcher(metricName);
        if ((!type.equals(ANY) && !type.equals(metricType)) || !matcher.matches()) return null;
        String text = family.replace("<type>", metricType).replace("<name>", metricName);
        if (matcher.groupCount() > 0) text = text.replace("<1>", matcher.group(1));
        return new NameMapping(
                allowed(text.toLowerCase(Locale.ROOT)),
                statistic,
                factor,
                refresh,
                "The " + statistic.word() + " of Cassandra's " + metricType + '.' + metricName + '.');
    }

    /** Replaces invalid characters by an underscore and collapses underscores, as jmx_exporter does. */
    private static String allowed(String text) {
        return text.replaceAll("[^a-z0-9:]+", "_");
    }
}
