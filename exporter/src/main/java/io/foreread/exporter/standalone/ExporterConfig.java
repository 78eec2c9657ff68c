package io.foreread.exporter.standalone;

import io.foreread.exporter.config.HostPort;
import io.foreread.exporter.config.HttpConfig;
import io.foreread.exporter.config.HttpSettings;
import io.foreread.exporter.config.MetricsConfig;
import io.foreread.exporter.config.MetricsSettings;
import io.foreread.exporter.config.Setting;
import io.foreread.exporter.config.SettingProblems;
import io.foreread.exporter.config.SettingValues;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Holds the configuration of the standalone exporter. Immutable.
 *
 * <p>A key may stand in the YAML file named by {@code --config} or, some of them, on the command line, which wins.
 * {@code http.*} and {@code metrics.*} are the keys of the agent, and the latter may change while the exporter runs. Any {@link
 * #problems problem} keeps it from starting.
 */
public final class ExporterConfig {
    private final List<String> problems = new ArrayList<>();
    /** Everything that is fixed while the exporter runs. */
    private final Map<String, String> untilRestart = new LinkedHashMap<>();

    private final SettingValues values;
    private final Set<HostPort> nodes = new LinkedHashSet<>();
    private final HttpConfig http;
    private final MetricsConfig metrics;

    private ExporterConfig(Map<String, String> settings) {
        Map<String, String> own = new LinkedHashMap<>();
        settings.forEach((key, value) -> {
            if (MetricsSettings.LIST.owns(key)) return;
            untilRestart.put(key, value.trim());
            if (!HttpSettings.LIST.owns(key)) own.put(key, value);
        });
        String keys = ExporterSettings.LIST.keys() + ", http.<...>, metrics.<...>";
        values = ExporterSettings.LIST.read(own, SettingProblems.refused(problems, keys));
        List<String> named = values.find(ExporterSettings.NODES);
        if (named != null) named.forEach(this::addNode);
        http = HttpConfig.of(settings, problems);
        metrics = MetricsConfig.of(settings, problems);
    }

    /** @param settings key to value, in order */
    public static ExporterConfig of(Map<String, String> settings) {
        return new ExporterConfig(settings);
    }

    /** One problem for each wrong node. */
    private void addNode(String text) {
        try {
            nodes.add(HostPort.parse(text, "10.0.0.1:7199"));
        } catch (IllegalArgumentException e) {
            SettingProblems.refused(problems, "")
                    .wrongValue(ExporterSettings.NODES.key(), text, String.valueOf(e.getMessage()));
        }
    }

    /** One line each, for a person: the key, the value, what is allowed. */
    public List<String> problems() {
        return Collections.unmodifiableList(problems);
    }

    Set<HostPort> nodes() {
        return nodes;
    }

    HostPort listen() {
        return values.get(ExporterSettings.LISTEN);
    }

    /** @return null if it is not set */
    @Nullable
    Path file(Setting<Path> setting) {
        return values.find(setting);
    }

    /** How the endpoint is secured. */
    HttpConfig http() {
        return http;
    }

    boolean tls() {
        return values.get(ExporterSettings.TLS);
    }

    boolean tlsRegistry() {
        return values.get(ExporterSettings.TLS_REGISTRY);
    }

    int timeoutMillis() {
        return values.get(ExporterSettings.TIMEOUT) * 1000;
    }

    int callers() {
        return values.get(ExporterSettings.CALLERS);
    }

    /** Which metrics are exported: the one part that may change while the exporter runs. */
    public MetricsConfig metrics() {
        return metrics;
    }

    /** Whether the two differ in what needs a restart to change. */
    boolean needsRestartFor(ExporterConfig changed) {
        return !untilRestart.equals(changed.untilRestart);
    }
}
