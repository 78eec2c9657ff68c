package io.foreread.agent.startup;

import java.util.Properties;
import org.jspecify.annotations.Nullable;

/** Has another copy of this agent started in this JVM (the flag given twice, or an attach on top)? */
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
