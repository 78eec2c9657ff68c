package io.foreread.agent.command.node;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The option of the JVM that starts the agent. The name of its file must contain {@code foreread}. */
final class AgentOption {
    private static final Pattern OPTION = Pattern.compile("-javaagent:[^=]*foreread[^=/]*\\.jar(?:=(.*))?");

    private AgentOption() {}

    /** @return the arguments of the agent, which can be empty; null if the option does not start it */
    static @Nullable String arguments(String option) {
        Matcher matcher = OPTION.matcher(option);
        if (!matcher.matches()) return null;
        String arguments = matcher.group(1);
        return arguments == null ? "" : arguments;
    }
}
