package io.foreread.it.bench.laboratory;

import io.foreread.agent.config.AgentConfig;
import io.foreread.agent.hook.Hook;
import io.foreread.agent.hook.HookCatalog;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** Checks settings of the agent, such as {@code compress-ahead=on}. */
public final class CheckedSettings {
    private static final Set<String> HOOKS =
            HookCatalog.hooks().stream().map(Hook::name).collect(Collectors.toSet());

    private CheckedSettings() {}

    /**
     * Checks a setting before a benchmark starts. The agent would replace an invalid setting by its default, and the benchmark
     * would measure the default.
     *
     * @param where the option, at the start of the message
     * @throws IllegalArgumentException if the setting is invalid
     */
    public static void require(String where, String setting) {
        String[] keyAndValue = setting.split("=", 2);
        if (keyAndValue.length < 2) throw new IllegalArgumentException(where + ": a setting is key=value");
        List<String> problems =
                AgentConfig.of(Map.of(keyAndValue[0], keyAndValue[1]), HOOKS).problems();
        if (!problems.isEmpty()) throw new IllegalArgumentException(where + ": " + String.join("; ", problems));
    }
}
