package io.foreread.agent.startup;

import java.util.Properties;
import org.jspecify.annotations.Nullable;

/** Checks whether another copy of this agent has started in this JVM (the flag is given twice, or attach after a start). */
final class SecondAgentCheck implements StartupCheck {
    private static final String STARTED = "io.foreread.started";

    private final Properties system;

    SecondAgentCheck(Properties system) {
        this.system = system;
    }

    @Override
    public @Nullable String refusal() {
        boolean second = system.setProperty(STARTED, "true") != null;
        return second ? "is on this JVM's command line twice; the second one does nothing" : null;
    }
}
