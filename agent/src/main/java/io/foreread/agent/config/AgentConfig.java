package io.foreread.agent.config;

import io.foreread.agent.readahead.ReadAhead;
import io.foreread.agent.readahead.ReadAheadSettings;
import io.foreread.exporter.config.GivenSettings;
import io.foreread.exporter.config.GivenValue;
import io.foreread.exporter.config.HostPort;
import io.foreread.exporter.config.HttpConfig;
import io.foreread.exporter.config.HttpSettings;
import io.foreread.exporter.config.MetricsConfig;
import io.foreread.exporter.config.MetricsSettings;
import io.foreread.exporter.config.Setting;
import io.foreread.exporter.config.SettingList;
import io.foreread.exporter.config.SettingProblems;
import io.foreread.exporter.config.SettingValues;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Holds the configuration of the agent. Immutable.
 *
 * <p>A key can be in the YAML file named by {@code config}, in the agent's arguments ({@code key=value,...}) or in a
 * system property ({@code -Dforeread.key=value}). Of these, a later source overrides an earlier one. A wrong key or
 * value is one {@link #problems problem}. With any problem the endpoint must not be opened. If a setting of the agent
 * itself has a problem, scans do not read ahead, because the setting may have been meant to limit read-ahead.
 */
public final class AgentConfig {
    private final List<String> problems = new ArrayList<>();
    /** The settings that do not change while the node runs. */
    private final Map<String, GivenValue> untilRestart;
    /** The keys of the agent itself that have problems. */
    private final Set<String> wrong = new TreeSet<>();

    private final SettingValues values;
    private final MetricsConfig metrics;
    private final HttpConfig http;

    private AgentConfig(GivenSettings settings, Set<String> hookNames) {
        problems.addAll(settings.problems());
        GivenSettings fixed = settings.ownedBy(MetricsSettings.LIST, false);
        untilRestart = fixed.set();
        SettingList list = AgentSettings.LIST.withNames(hookNames);
        List<String> keys = new ArrayList<>(list.keys());
        keys.addAll(MetricsSettings.LIST.keys());
        keys.addAll(HttpSettings.LIST.keys());
        SettingProblems own = new SettingProblems(problems, keys);
        values = list.read(fixed.ownedBy(HttpSettings.LIST, false), own);
        wrong.addAll(own.keys());
        for (String key : settings.problemKeys())
            if (!MetricsSettings.LIST.owns(key) && !HttpSettings.LIST.owns(key)) wrong.add(key);
        metrics = MetricsConfig.of(settings, problems);
        http = HttpConfig.of(settings, problems);
    }

    /**
     * @param settings from all sources
     * @param hookNames the allowed names in {@code hooks.<name>}
     */
    public static AgentConfig of(GivenSettings settings, Set<String> hookNames) {
        return new AgentConfig(settings, hookNames);
    }

    /** Reads settings that do not come from a file. Their problems have no line numbers. */
    public static AgentConfig of(Map<String, String> settings, Set<String> hookNames) {
        return of(GivenSettings.of(settings), hookNames);
    }

    /** Returns one line for each mistake: the key, the value, the allowed values. */
    public List<String> problems() {
        return Collections.unmodifiableList(problems);
    }

    /** Returns whether the agent is enabled. A wrong value disables it. */
    public boolean enabled() {
        return isRight(AgentSettings.ENABLED) && values.get(AgentSettings.ENABLED);
    }

    private boolean isRight(Setting<?> setting) {
        return !wrong.contains(setting.key());
    }

    /**
     * Returns the initial settings of read-ahead. Read-ahead is off if any setting of the agent is wrong, except for
     * the address to listen on.
     */
    public ReadAheadSettings readAhead() {
        boolean trusted = wrong.isEmpty() || wrong.equals(Collections.singleton(AgentSettings.LISTEN.key()));
        return new ReadAheadSettings(
                trusted ? values.get(AgentSettings.READ_AHEAD) : ReadAhead.Mode.OFF,
                values.get(AgentSettings.BLOCK_SIZE),
                values.get(AgentSettings.BUFFER_BUDGET),
                values.get(AgentSettings.OVERLAP),
                values.get(AgentSettings.DECOMPRESS_AHEAD),
                values.get(AgentSettings.COMPRESS_AHEAD),
                values.get(AgentSettings.COMPRESS_AHEAD_FLUSH),
                values.get(AgentSettings.DIRECT_IO),
                values.get(AgentSettings.SKIP_INDEX),
                values.get(AgentSettings.FILTER_KEY_CACHE),
                values.get(AgentSettings.SKIP_EMPTY_INPUTS),
                values.get(AgentSettings.REUSE_SCANNED_BYTES));
    }

    /** @return null if no endpoint is configured */
    public @Nullable HostPort listen() {
        return values.find(AgentSettings.LISTEN);
    }

    /** Returns which metrics are exported. Only these settings can change while the node runs. */
    public MetricsConfig metrics() {
        return metrics;
    }

    /** Returns how the endpoint is secured. */
    public HttpConfig http() {
        return http;
    }

    /** Returns whether the changed configuration differs from this one in a setting that requires a restart. */
    public boolean needsRestartFor(AgentConfig changed) {
        return !untilRestart.equals(changed.untilRestart);
    }

    /**
     * Returns whether the configuration enables a hook. A wrong value disables it.
     *
     * @param hook one of the hook names passed to {@link #of}
     */
    public boolean hookOn(String hook) {
        Setting<Boolean> setting = AgentSettings.HOOK.named(hook);
        return isRight(setting) && values.get(setting);
    }
}
