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
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;

/**
 * Which of Cassandra's own metrics becomes which family: the files {@code catalog/*.yaml} beside this class, one per
 * group, one row per (type, name) of Cassandra's registry. What a release does not have is absent, never zero.
 * Immutable; read once.
 */
public final class CassandraCatalog {
    /** In the order of the exposition, and of usefulness: what comes last is dropped first. */
    private static final List<String> FILES = Collections.unmodifiableList(Arrays.asList(
            "client_request",
            "dropped_message",
            "thread_pool",
            "compaction",
            "storage",
            "commit_log",
            "cache",
            "all_tables",
            "sai_node",
            "keyspace",
            "table",
            "index_table",
            "sai",
            "trie_memtable"));

    private final Map<String, List<Row>> rows = new LinkedHashMap<>();
    private final Map<String, String> ignored = new HashMap<>();
    private final Map<String, Metric> families = new LinkedHashMap<>();

    private CassandraCatalog() {
        for (String file : FILES) read(file);
    }

    /** The one there is. */
    public static CassandraCatalog get() {
        return Holder.CATALOG;
    }

    private void read(String file) {
        try (InputStream stream = CassandraCatalog.class.getResourceAsStream(file + ".yaml")) {
            if (stream == null) throw new IllegalStateException("the jar lacks the catalog's file " + file);
            Reader reader = new InputStreamReader(stream, StandardCharsets.UTF_8);
            Map<?, ?> text = new Yaml(new SafeConstructor(new LoaderOptions())).load(reader);
            Level level = Level.valueOf(((String) text.get("level")).toUpperCase(Locale.ROOT));
            Group group = new Group(file, level, !Boolean.FALSE.equals(text.get("default")));
            String scope = (String) text.get("scope");
            for (Object row : (List<?>) text.get("metrics")) add(new RowText((Map<?, ?>) row), group, scope);
            Map<?, ?> not = (Map<?, ?>) text.get("ignored");
            if (not != null) not.forEach((name, reason) -> ignored.put((String) name, (String) reason));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void add(RowText text, Group group, String scopeByDefault) {
        Scope scope = text.scope(scopeByDefault);
        Metric family = text.family(scope, families);
        families.put(family.name(), family);
        rows.computeIfAbsent(text.type() + "." + text.name(), key -> new ArrayList<>(1))
                .add(new Row(text, group, family, scope));
    }

    /** @return empty if that metric is not exported */
    public List<Row> rows(String type, String name) {
        return rows.getOrDefault(type + "." + name, Collections.emptyList());
    }

    /** All rows, in the order of the files. */
    public List<Row> rows() {
        List<Row> all = new ArrayList<>();
        rows.values().forEach(all::addAll);
        return all;
    }

    /** All families, in the order of the files. */
    public List<Metric> families() {
        return new ArrayList<>(families.values());
    }

    /** @return why that metric is not exported, null if nobody has thought about it */
    public String ignored(String type, String name) {
        String reason = ignored.get(type + "." + name);
        return reason == null ? ignored.get(type + ".*") : reason;
    }

    private static final class Holder {
        static final CassandraCatalog CATALOG = new CassandraCatalog();
    }
}
