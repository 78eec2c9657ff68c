package io.foreread.exporter.catalog;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Parses one row of a catalog file. An invalid row throws an {@link IllegalStateException} that names the row. */
final class RowText {
    private static final Set<String> KEYS = new HashSet<>(Arrays.asList(
            "from",
            "scope",
            "counter",
            "gauge",
            "histogram",
            "quantiles",
            "help",
            "labels",
            "sum",
            "scale",
            "refresh",
            "default",
            "since",
            "until"));

    private final Map<?, ?> keys;
    private final String from;

    RowText(Map<?, ?> keys) {
        this.keys = keys;
        from = String.valueOf(keys.get("from"));
        if (from.indexOf('.') < 0) throw invalid("'from' must be <type>.<name>");
        for (Object key : keys.keySet()) if (!KEYS.contains(key)) throw invalid("unknown key " + key);
    }

    String type() {
        return from.substring(0, from.indexOf('.'));
    }

    String name() {
        return from.substring(from.indexOf('.') + 1);
    }

    /** @param fileScope the scope of rows without a key {@code scope} */
    Scope scope(String fileScope) {
        Object text = keys.get("scope");
        return Scope.valueOf((text == null ? fileScope : (String) text).toUpperCase(Locale.ROOT));
    }

    /** @param known families of earlier rows, by name */
    Metric family(Scope scope, Map<String, Metric> known) {
        for (Metric.Type type : Metric.Type.values()) {
            Object name = keys.get(type.name().toLowerCase(Locale.ROOT));
            if (name != null) return family(type, (String) name, scope, known);
        }
        throw invalid("no counter, gauge, histogram or quantiles");
    }

    private Metric family(Metric.Type type, String name, Scope scope, Map<String, Metric> known) {
        List<String> labels = new ArrayList<>(scope.labelNames());
        for (Object label : constantLabels().keySet()) labels.add((String) label);
        Metric earlier = known.get(name);
        String help = (String) keys.get("help");
        if (earlier == null) {
            if (help == null) throw invalid("missing help for family " + name);
            return Metric.of(type, name, help, labels);
        }
        if (help != null) throw invalid("duplicate help for family " + name);
        if (earlier.type() != type || !earlier.labelNames().equals(labels))
            throw invalid("type or labels differ from an earlier row of family " + name);
        return earlier;
    }

    private Map<?, ?> constantLabels() {
        Object labels = keys.get("labels");
        return labels == null ? Collections.emptyMap() : (Map<?, ?>) labels;
    }

    List<String> constantLabelValues() {
        List<String> values = new ArrayList<>();
        for (Object value : constantLabels().values()) values.add(String.valueOf(value));
        return values;
    }

    @Nullable
    String sum() {
        return (String) keys.get("sum");
    }

    double scale() {
        Object scale = keys.get("scale");
        return scale == null ? 1 : ((Number) scale).doubleValue();
    }

    Refresh refresh() {
        Object refresh = keys.get("refresh");
        return refresh == null ? Refresh.LIVE : Refresh.valueOf(((String) refresh).toUpperCase(Locale.ROOT));
    }

    boolean byDefault(Group group) {
        Object value = keys.get("default");
        return value == null ? group.byDefault() : (Boolean) value;
    }

    Lines lines() {
        return Lines.between(line("since"), line("until"));
    }

    private @Nullable String line(String key) {
        Object line = keys.get(key);
        return line == null ? null : String.valueOf(line);
    }

    private IllegalStateException invalid(String what) {
        return new IllegalStateException("catalog row " + from + ": " + what);
    }
}
