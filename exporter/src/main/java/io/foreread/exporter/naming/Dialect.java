package io.foreread.exporter.naming;

import io.foreread.exporter.catalog.CassandraCatalog;
import io.foreread.exporter.catalog.Level;
import io.foreread.exporter.catalog.Refresh;
import io.foreread.exporter.catalog.Row;
import io.foreread.exporter.source.MetricName;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;

/**
 * The names that another exporter gives to Cassandra's metrics, read from a YAML file in the package of this class.
 * Thread-safe.
 */
public final class Dialect {
    private final List<Rule> rules = new ArrayList<>();
    private final List<Pattern> never = new ArrayList<>();
    private final Map<String, List<String>> scopes = new HashMap<>();
    private final List<Alias> aliases = new ArrayList<>();
    private final List<BeanRow> beans;
    private final Map<String, Refresh> refreshByName = new HashMap<>();
    /**
     * Cached by type and name. A node has about a thousand pairs of type and name, and a hundred times as many metrics,
     * which differ in their scopes.
     */
    private final Map<String, List<NameMapping>> known = new ConcurrentHashMap<>();

    private Dialect(String file) {
        Map<?, ?> text = read(file);
        for (Object row : rows(text, "metrics")) rules.add(new Rule((Map<?, ?>) row));
        for (Object row : rows(text, "aliases")) aliases.add(new Alias((Map<?, ?>) row));
        for (Object row : rows(text, "never"))
            never.add(Pattern.compile((String) ((Map<?, ?>) row).get("name"), Pattern.CASE_INSENSITIVE));
        Map<?, ?> keysByType = Objects.requireNonNull((Map<?, ?>) text.get("scopes"), "scopes");
        keysByType.forEach((type, keys) -> scopes.put((String) type, strings((List<?>) keys)));
        beans = BeanRow.of(rows(text, "beans"));
        // For a type that is not in the catalog, the refresh class of the most expensive metric with the same name is
        // used, because a metric costs about the same to read for a table, for a keyspace and for all tables.
        for (Row row : CassandraCatalog.get().rows())
            refreshByName.merge(row.name(), row.refresh(), (a, b) -> a.compareTo(b) > 0 ? a : b);
    }

    /** The naming of jmx_exporter's Cassandra example and of Grafana's Cassandra mixin. */
    public static Dialect jmxExporter() {
        return Holder.JMX_EXPORTER;
    }

    private static List<?> rows(Map<?, ?> text, String key) {
        return Objects.requireNonNull((List<?>) text.get(key), key);
    }

    private static Map<?, ?> read(String file) {
        try (InputStream stream = Dialect.class.getResourceAsStream(file + ".yaml")) {
            if (stream == null) throw new IllegalStateException("missing resource: naming " + file);
            Reader reader = new InputStreamReader(stream, StandardCharsets.UTF_8);
            return new Yaml(new SafeConstructor(new LoaderOptions())).load(reader);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static List<String> strings(List<?> list) {
        List<String> strings = new ArrayList<>();
        for (Object one : list) strings.add((String) one);
        return Collections.unmodifiableList(strings);
    }

    /** All names of a metric: its own name, then its aliases. */
    public List<MetricName> names(MetricName metric) {
        List<MetricName> names = new ArrayList<>(1);
        names.add(metric);
        for (Alias alias : aliases) {
            MetricName other = alias.of(metric);
            if (other != null) names.add(other);
        }
        return names;
    }

    /**
     * The mappings of a metric, at most one per statistic. They depend on its type and name only, except that for some
     * types the scope is a part of the name.
     */
    public List<NameMapping> mappings(MetricName metric) {
        String type = metric.type();
        boolean whole = metric.scope().isEmpty() || !MetricScope.inName(keys(type));
        String name = whole ? metric.name() : metric.name() + '.' + metric.scope();
        return known.computeIfAbsent(type + '.' + name, key -> find(type, name));
    }

    private List<NameMapping> find(String type, String name) {
        List<NameMapping> found = new ArrayList<>();
        for (Pattern pattern : never) if (pattern.matcher(name).matches()) return found;
        Refresh refresh = refresh(type, name);
        EnumSet<Statistic> mapped = EnumSet.noneOf(Statistic.class);
        for (Rule rule : rules) {
            NameMapping mapping = mapped.contains(rule.statistic()) ? null : rule.mapping(type, name, refresh);
            if (mapping == null) continue;
            mapped.add(rule.statistic());
            found.add(mapping);
        }
        return found;
    }

    private Refresh refresh(String type, String name) {
        return CassandraCatalog.get().rows(type, name).stream()
                .map(Row::refresh)
                .max(Comparator.naturalOrder())
                .orElseGet(() -> refreshByName.getOrDefault(name, Refresh.LIVE));
    }

    /** @return null if metrics with this scope are not exported */
    public @Nullable MetricScope scope(MetricName metric) {
        return MetricScope.of(metric.type().toLowerCase(Locale.ROOT), keys(metric.type()), metric.scope());
    }

    private List<String> keys(String type) {
        List<String> keys = scopes.get(type);
        return keys == null ? Objects.requireNonNull(scopes.get("*"), "*") : keys;
    }

    /** The most detailed level that a metric of this type can have. */
    public Level level(String type) {
        List<String> keys = keys(type);
        return keys.contains("keyspace") ? Level.values()[keys.size()] : Level.NODE;
    }

    List<BeanRow> beans() {
        return beans;
    }

    private static final class Holder {
        static final Dialect JMX_EXPORTER = new Dialect("jmx_exporter");
    }
}
