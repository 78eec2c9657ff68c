package io.foreread.agent.probe;

import org.jspecify.annotations.Nullable;

/** Where Cassandra's start stands. The agent registers what it wants to do then; both run once. */
public final class DaemonProbe {
    private static volatile @Nullable Runnable whenStarting;
    private static volatile @Nullable Runnable whenStarted;

    private DaemonProbe() {}

    /** Must be quick and must not throw: they run on Cassandra's main thread. */
    public static void register(Runnable starting, Runnable started) {
        whenStarting = starting;
        whenStarted = started;
    }

    /** Logging works, nothing else does yet. */
    public static void starting() {
        Runnable action = whenStarting;
        whenStarting = null;
        if (action != null) action.run();
    }

    /** The node is up: metrics are registered, MBeans answer. */
    public static void started() {
        Runnable action = whenStarted;
        whenStarted = null;
        if (action != null) action.run();
    }
}
