package io.foreread.agent.config;

import io.foreread.exporter.security.EndpointSecurity;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * Finds the problems with which the endpoint is not opened: of settings and of the files that they name. The start, a
 * reload and {@code --check-config} all use it, so that they agree.
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
