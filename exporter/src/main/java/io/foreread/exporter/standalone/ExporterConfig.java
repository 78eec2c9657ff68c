package io.foreread.exporter.standalone;

import io.foreread.exporter.config.GivenSettings;
import io.foreread.exporter.config.GivenValue;
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
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Holds the configuration of the standalone exporter. Immutable.
 *
 * <p>Settings come from the YAML file of {@code --config} and from the command line, which has precedence. The settings
 * {@code http.*} and {@code metrics.*} are the same as those of the agent. The settings {@code metrics.*} can change at
 * run time. The exporter does not start if there are {@link #problems}.
 */
public final class ExporterConfig {
    private final List<String> problems = new ArrayList<>();
    /** The settings that need a restart to change. */
    private final Map<String, GivenValue> untilRestart;

    private final SettingValues values;
    private final Set<HostPort> nodes;
    private final HttpConfig http;
    private final MetricsConfig metrics;

    private ExporterConfig(GivenSettings settings) {
        problems.addAll(settings.problems());
        GivenSettings fixed = settings.ownedBy(MetricsSettings.LIST, false);
        untilRestart = fixed.set();
        List<String> keys = ExporterSettings.all().stream().map(Setting::key).collect(Collectors.toList());
        values = ExporterSettings.LIST.read(
                fixed.ownedBy(HttpSettings.LIST, false), new SettingProblems(problems, keys));
        Set<HostPort> named = values.find(ExporterSettings.NODES);
        nodes = named == null ? Collections.emptySet() : named;
        http = HttpConfig.of(settings, problems);
        metrics = MetricsConfig.of(settings, problems);
    }

    /** @param settings the settings, in the order in which they were given */
    public static ExporterConfig of(GivenSettings settings) {
        return new ExporterConfig(settings);
    }

    /** Reads settings that do not come from a file, so that the problems contain no line and column. */
    public static ExporterConfig of(Map<String, String> settings) {
        return of(GivenSettings.of(settings));
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

    /** The file with more nodes, or null. */
    @Nullable
    Path targetsFile() {
        return values.find(ExporterSettings.TARGETS_FILE);
    }

    /** The settings of JMX for nodes without their own settings. */
    JmxConfig jmx() {
        return JmxConfig.of(values);
    }

    /**
     * @param target a node, possibly with its own settings
     * @throws IllegalArgumentException if a setting of the node is not allowed; the message has the allowed values
     */
    JmxConfig jmx(Target target) {
        return new JmxConfig(values, target.settings());
    }

    /** The security settings of the endpoint. */
    HttpConfig http() {
        return http;
    }

    /** The selection of metrics: the only settings that can change at run time. */
    public MetricsConfig metrics() {
        return metrics;
    }

    /** Whether the changed configuration differs from this one in settings that need a restart. */
    boolean needsRestartFor(ExporterConfig changed) {
        return !untilRestart.equals(changed.untilRestart);
    }
}
