package io.foreread.exporter.naming;

import io.foreread.exporter.catalog.Level;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The labels derived from a metric's scope: keyspace, table, pool or cache. Immutable. */
public final class MetricScope {
    private static final String KEYSPACE = "keyspace";
    private static final String SCOPE = "scope";
    private static final String NAME = "name";

    private final List<String> labelNames = new ArrayList<>(2);
    private final List<String> labelValues = new ArrayList<>(2);
    private final String[] owner;
    private final Level level;

    private MetricScope(String scopeLabel, List<String> keys, String[] values) {
        String keyspace = "";
        String scope = "";
        for (int i = 0; i < values.length; i++) {
            if (keys.get(i).equals(SCOPE)) {
                scope = values[i];
                continue;
            }
            if (keys.get(i).equals(KEYSPACE)) keyspace = values[i];
            labelNames.add(keys.get(i));
            labelValues.add(values[i]);
        }
        if (!scope.isEmpty()) {
            // jmx_exporter exports this label first.
            labelNames.add(0, scopeLabel);
            labelValues.add(0, scope);
        }
        // The hidden table of an index is named table.index.
        owner = keyspace.isEmpty()
                ? new String[0]
                : scope.isEmpty() ? new String[] {keyspace} : new String[] {keyspace, scope.split("\\.", 2)[0]};
        level = Level.values()[owner.length];
    }

    /**
     * @param keys the keys of the MBean that form the scope
     * @param text the scope of the metric
     * @return null if the scope does not match the keys
     */
    static @Nullable MetricScope of(String scopeLabel, List<String> keys, String text) {
        // The metrics over all tables have no scope or the scope "all"; their MBeans have no scope.
        boolean none = text.isEmpty() || (text.equals("all") && keys.size() > 1);
        if (none || inName(keys)) return new MetricScope(scopeLabel, keys, new String[0]);
        if (keys.isEmpty()) return null;
        String[] values = text.split("\\.", keys.size());
        return values.length == keys.size() ? new MetricScope(scopeLabel, keys, values) : null;
    }

    /** Whether the scope of metrics with these keys is in fact the rest of their name. */
    static boolean inName(List<String> keys) {
        return keys.contains(NAME);
    }

    public Level level() {
        return level;
    }

    /** Returns nothing, the keyspace, or the keyspace and the table, depending on the level. */
    public String[] owner() {
        return owner;
    }

    public List<String> labelNames() {
        return Collections.unmodifiableList(labelNames);
    }

    public String[] labelValues() {
        return labelValues.toArray(new String[0]);
    }
}
