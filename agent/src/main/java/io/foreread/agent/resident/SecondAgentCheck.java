package io.foreread.agent.resident;

import java.util.Properties;
import org.jspecify.annotations.Nullable;

/**
 * Checks whether another copy of this agent has started in this JVM: {@code -javaagent} was given twice, or the agent is
 * attached to a JVM that has it already.
 */
final class SecondAgentCheck implements StartupCheck {
    private static final String STARTED = "io.foreread.started";

    private final Properties system;

    SecondAgentCheck(Properties system) {
        this.system = system;
    }

    @Override
    public @Nullable String refusal() {
        boolean second = system.setProperty(STARTED, "true") != null;
        return second ? "the agent was loaded before in this JVM; this second copy does nothing" : null;
    }
}
