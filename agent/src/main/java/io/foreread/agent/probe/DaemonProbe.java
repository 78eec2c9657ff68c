package io.foreread.agent.probe;

import org.jspecify.annotations.Nullable;

/** Runs the agent's tasks at two steps of Cassandra's start. Each task runs once. */
public final class DaemonProbe {
    private static volatile @Nullable Runnable whenStarting;
    private static volatile @Nullable Runnable whenStarted;

    private DaemonProbe() {}

    /** The tasks run on Cassandra's main thread. They must be quick and must not throw. */
    public static void register(Runnable starting, Runnable started) {
        whenStarting = starting;
        whenStarted = started;
    }

    /** Called at the first step. Cassandra's logging is set up, and nothing else. */
    public static void starting() {
        Runnable action = whenStarting;
        whenStarting = null;
        if (action != null) action.run();
    }

    /** Called at the second step. The node has started, and its metrics and MBeans are registered. */
    public static void started() {
        Runnable action = whenStarted;
        whenStarted = null;
        if (action != null) action.run();
    }
}
