package io.foreread.agent.config;

import io.foreread.agent.readahead.ReadAheadSettings;
import io.foreread.exporter.config.HttpConfig;
import io.foreread.exporter.config.HttpSettings;
import io.foreread.exporter.config.MetricsConfig;
import io.foreread.exporter.config.MetricsSettings;
import io.foreread.exporter.config.SettingProblems;
import io.foreread.exporter.config.SettingValues;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Holds the configuration of the agent. Immutable.
 *
 * <p>A key can be in the YAML file named by {@code config}, in the agent's arguments ({@code key=value,...}) or in a system
 * property ({@code -Dforeread.key=value}); a later source overrides an earlier one. A wrong key or value is one {@link
 * #problems problem}, and the default is used.
 */
public final class AgentConfig {
    private static final String HOOK_PREFIX = AgentSettings.HOOK.named("").key();

    private final List<String> problems = new ArrayList<>();
    /** The settings that do not change while the node runs. */
    private final Map<String, String> untilRestart = new LinkedHashMap<>();

    private final SettingValues values;
    private final MetricsConfig metrics;
    private final HttpConfig http;

    private AgentConfig(Map<String, String> settings, Set<String> hookNames) {
        Map<String, String> own = new LinkedHashMap<>();
        settings.forEach((key, value) -> {
            if (MetricsSettings.LIST.owns(key)) return;
            untilRestart.put(key, value.trim());
            if (HttpSettings.LIST.owns(key)) return;
            if (isUnknownHook(key, hookNames))
                problems.add("unknown hook '" + key.substring(HOOK_PREFIX.length()) + "' in '" + key
                        + "' is ignored; allowed are " + String.join(", ", new TreeSet<>(hookNames)));
            else own.put(key, value.trim());
        });
        String keys = AgentSettings.LIST.keys() + ", metrics.<...>, http.<...>";
        values = AgentSettings.LIST.withNames(hookNames).read(own, SettingProblems.ignored(problems, keys));
        metrics = MetricsConfig.of(settings, problems);
        http = HttpConfig.of(settings, problems);
    }

    private static boolean isUnknownHook(String key, Set<String> hookNames) {
        return key.startsWith(HOOK_PREFIX) && !hookNames.contains(key.substring(HOOK_PREFIX.length()));
    }

    /**
     * @param settings key to value, in order
     * @param hookNames the allowed names in {@code hooks.<name>}
     */
    public static AgentConfig of(Map<String, String> settings, Set<String> hookNames) {
        return new AgentConfig(settings, hookNames);
    }

    /** Returns one line for each mistake: the key, the value, the allowed values. */
    public List<String> problems() {
        return Collections.unmodifiableList(problems);
    }

    public boolean enabled() {
        return values.get(AgentSettings.ENABLED);
    }

    /** Returns the initial settings of read-ahead. */
    public ReadAheadSettings readAhead() {
        return new ReadAheadSettings(
                values.get(AgentSettings.READ_AHEAD),
                values.get(AgentSettings.BLOCK_SIZE),
                values.get(AgentSettings.BUFFER_BUDGET),
                values.get(AgentSettings.OVERLAP),
                values.get(AgentSettings.DECOMPRESS_AHEAD),
                values.get(AgentSettings.DIRECT_IO),
                values.get(AgentSettings.SKIP_INDEX));
    }

    /** @return null if no endpoint is configured */
    public @Nullable ListenAddress listen() {
        return values.find(AgentSettings.LISTEN);
    }

    /** Returns which metrics are exported: the only part that can change while the node runs. */
    public MetricsConfig metrics() {
        return metrics;
    }

    /** Returns how the endpoint is secured. */
    public HttpConfig http() {
        return http;
    }

    /** Returns whether the two differ in a setting that requires a restart. */
    public boolean needsRestartFor(AgentConfig changed) {
        return !untilRestart.equals(changed.untilRestart);
    }

    /** @param hook one of the names passed to the constructor */
    public boolean hookOn(String hook) {
        return values.get(AgentSettings.HOOK.named(hook));
    }
}
