package io.foreread.agent.resident;

import org.jspecify.annotations.Nullable;

/**
 * Checks whether this JVM is a Cassandra node. nodetool, the helpers of cqlsh and the sstable tools inherit
 * JAVA_TOOL_OPTIONS and sometimes JVM_OPTS, so the agent is started in these tools too. There the agent prints nothing,
 * because scripts parse the output of the tools.
 */
final class DaemonCheck implements StartupCheck {
    private static final String DAEMON = "org.apache.cassandra.service.CassandraDaemon";

    private final @Nullable String command;

    /** @param command the system property {@code sun.java.command}: main class or jar, then arguments; null if unset */
    DaemonCheck(@Nullable String command) {
        this.command = command;
    }

    @Override
    public @Nullable String refusal() {
        // A JVM that jsvc has started has no such property. The agent starts, and its hooks do nothing without
        // Cassandra.
        if (command == null || command.isEmpty()) return null;
        String main = command.split(" ", 2)[0];
        return main.equals(DAEMON) ? null : "";
    }
}
