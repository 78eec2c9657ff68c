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
 * <p>Settings come from the YAML file of {@code --config} and from the command line, which has precedence.
 * {@code http.*} and {@code metrics.*} are the settings of the agent; {@code metrics.*} can change at run time. The
 * exporter does not start if there are {@link #problems}.
 */
public final class ExporterConfig {
    private final List<String> problems = new ArrayList<>();
    /** The settings that need a restart to change. */
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

    /** Adds a node, or a problem if the text is not valid. */
    private void addNode(String text) {
        try {
            nodes.add(HostPort.parse(text, "10.0.0.1:7199"));
        } catch (IllegalArgumentException e) {
            SettingProblems.refused(problems, "")
                    .wrongValue(ExporterSettings.NODES.key(), text, String.valueOf(e.getMessage()));
        }
    }

    /** One line per problem: the key, the value, the allowed values. */
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

    /** The security settings of the endpoint. */
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

    /** The selection of metrics: the only settings that can change at run time. */
    public MetricsConfig metrics() {
        return metrics;
    }

    /** Whether the two differ in settings that need a restart. */
    boolean needsRestartFor(ExporterConfig changed) {
        return !untilRestart.equals(changed.untilRestart);
    }
}
