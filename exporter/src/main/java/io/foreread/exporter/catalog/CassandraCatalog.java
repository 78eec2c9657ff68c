package io.foreread.exporter.catalog;

import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;

/**
 * Maps Cassandra's own metrics to metric families. It reads the files {@code catalog/*.yaml} in the package of this class, one
 * per group. A row of a file maps one (type, name) of Cassandra's registry. A metric that a release does not have is
 * absent, never zero.
 *
 * <p>Most names are looked up exactly. Some names have a variable part, such as {@code MUTATION_REQ-WaitLatency}. If a
 * name has no exact row, it is compared with the patterns of its type. Immutable.
 */
public final class CassandraCatalog {
    /** Ordered as in the exposition, most useful first. The series budget drops the last groups first. */
    private static final List<String> FILES = Collections.unmodifiableList(Arrays.asList(
            "client_request",
            "dropped_message",
            "thread_pool",
            "compaction",
            "storage",
            "hints",
            "client",
            "cql",
            "commit_log",
            "memory_pool",
            "cache",
            "read_repair",
            "messaging",
            "internode",
            "streaming",
            "repair",
            "paxos",
            "all_tables",
            "sai_node",
            "cluster_metadata",
            "authorization",
            "row_index",
            "accord",
            "keyspace",
            "table",
            "index_table",
            "sai",
            "trie_memtable",
            "client_request_consistency",
            "message_wait"));

    /** Rows by {@code type.name}, in the order of the files. */
    private final Map<String, List<Row>> rows = new LinkedHashMap<>();
    /** The rows whose name has a variable part, by type. */
    private final Map<String, List<Row>> varying = new HashMap<>();
    /** Why a metric is not exported, by {@code type.name}. The name can have a variable part. */
    private final Map<VaryingName, String> ignored = new LinkedHashMap<>();

    private final Map<String, Metric> families = new LinkedHashMap<>();
    private final Map<String, Lines> lines = new HashMap<>();

    private CassandraCatalog() {
        for (String file : FILES) read(file);
    }

    /** Returns the only instance, loaded on first use. */
    public static CassandraCatalog get() {
        return Holder.CATALOG;
    }

    private void read(String file) {
        try (InputStream stream = CassandraCatalog.class.getResourceAsStream(file + ".yaml")) {
            if (stream == null) throw new IllegalStateException("missing resource: metrics catalog " + file);
            Reader reader = new InputStreamReader(stream, StandardCharsets.UTF_8);
            Map<?, ?> text = new Yaml(new SafeConstructor(new LoaderOptions())).load(reader);
            Level level = Level.valueOf(required(text, "level", String.class).toUpperCase(Locale.ROOT));
            Group group = new Group(file, level, !Boolean.FALSE.equals(text.get("default")));
            String scope = required(text, "scope", String.class);
            for (Object row : required(text, "metrics", List.class)) add(new RowText((Map<?, ?>) row), group, scope);
            Map<?, ?> not = (Map<?, ?>) text.get("ignored");
            if (not != null) not.forEach((name, reason) -> ignored.put(VaryingName.of((String) name), (String) reason));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static <T> T required(Map<?, ?> text, String key, Class<T> type) {
        return type.cast(Objects.requireNonNull(text.get(key), key));
    }

    private void add(RowText text, Group group, String scopeByDefault) {
        Scope scope = text.scope(scopeByDefault);
        Metric family = text.family(scope, families);
        families.put(family.name(), family);
        Row row = new Row(text, group, family, scope);
        rows.computeIfAbsent(text.type() + "." + text.name(), key -> new ArrayList<>(1))
                .add(row);
        if (row.varies())
            varying.computeIfAbsent(text.type(), key -> new ArrayList<>(1)).add(row);
        lines.merge(family.name(), row.lines(), Lines::to);
    }

    /**
     * Returns the rows that can export a metric. A row exports it if {@link Row#labelValues} is not null.
     *
     * @return empty if the metric is not exported
     */
    public List<Row> rows(String type, String name) {
        List<Row> exact = rows.get(type + "." + name);
        return exact != null ? exact : varying.getOrDefault(type, Collections.emptyList());
    }

    public List<Row> rows() {
        List<Row> all = new ArrayList<>();
        rows.values().forEach(all::addAll);
        return all;
    }

    public List<Metric> families() {
        return new ArrayList<>(families.values());
    }

    /** The releases that have at least one metric of a family. */
    public Lines lines(Metric family) {
        return Objects.requireNonNull(lines.get(family.name()), family.name());
    }

    /** @return why the metric is not exported, or null if the catalog does not list it */
    public @Nullable String ignored(String type, String name) {
        String text = type + "." + name;
        for (Map.Entry<VaryingName, String> reason : ignored.entrySet())
            if (reason.getKey().varyingPart(text) != null) return reason.getValue();
        return null;
    }

    /** The metrics that are deliberately not exported, as {@code type.name}, with {@code *} for a variable part. */
    List<String> ignoredNames() {
        return ignored.keySet().stream().map(VaryingName::toString).collect(Collectors.toList());
    }

    private static final class Holder {
        static final CassandraCatalog CATALOG = new CassandraCatalog();
    }
}
