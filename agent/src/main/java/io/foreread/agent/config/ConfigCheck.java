package io.foreread.agent.config;

import io.foreread.exporter.security.EndpointSecurity;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * Finds the problems that prevent the endpoint from being opened, in settings and in the files that they name. The
 * start, a reload and {@code check-config} use the same check.
 */
public final class ConfigCheck {
    private ConfigCheck() {}

    /**
     * Opens the files that the start would open.
     *
     * @param warnings receives a line for each file with a secret that others can read
     * @return one line per problem
     */
    public static List<String> problems(AgentConfig config, Consumer<String> warnings) {
        List<String> problems = new ArrayList<>(config.problems());
        if (config.enabled() && config.listen() != null)
            problems.addAll(EndpointSecurity.problems(config.http(), warnings));
        return problems;
    }
}
