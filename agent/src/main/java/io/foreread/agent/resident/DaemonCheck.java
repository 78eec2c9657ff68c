package io.foreread.agent.resident;

import org.jspecify.annotations.Nullable;

/**
 * Checks whether this JVM is a Cassandra node. nodetool, the helpers of cqlsh and the sstable tools inherit
 * JAVA_TOOL_OPTIONS and sometimes JVM_OPTS, so the agent is started in these tools too. There the agent prints nothing,
 * because scripts parse the output of the tools.
 */
final class DaemonCheck {
    private static final String DAEMON = "org.apache.cassandra.service.CassandraDaemon";

    private DaemonCheck() {}

    /** @param command the system property {@code sun.java.command}: main class or jar, then arguments; null if unset */
    static boolean isNode(@Nullable String command) {
        // A JVM that jsvc has started has no such property. The agent starts, and its hooks do nothing without
        // Cassandra.
        return command == null || command.isEmpty() || command.split(" ", 2)[0].equals(DAEMON);
    }
}
