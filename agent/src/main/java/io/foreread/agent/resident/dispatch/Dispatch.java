package io.foreread.agent.resident.dispatch;

import org.jspecify.annotations.Nullable;

/** Holds the attachment that woven code calls. Thread-safe. Loading this class loads no class of Cassandra. */
public final class Dispatch {
    private static volatile @Nullable Scans scans;
    private static volatile @Nullable Writers writers;
    private static volatile @Nullable CompactionInputs compactions;
    private static volatile @Nullable Probes probes;

    private Dispatch() {}

    /** Directs all calls of woven code to an attachment. */
    public static void to(
            Scans attachedScans, Writers attachedWriters, CompactionInputs attachedCompactions, Probes attachedProbes) {
        scans = attachedScans;
        writers = attachedWriters;
        // Before the compactions, whose filters must not miss a key that is inserted.
        probes = attachedProbes;
        compactions = attachedCompactions;
    }

    /** Directs calls to no attachment. Scans and writers that are open continue to call the attachment that opened them. */
    public static void toNone() {
        scans = null;
        writers = null;
        compactions = null;
        probes = null;
    }

    static @Nullable Scans scans() {
        return scans;
    }

    static @Nullable Writers writers() {
        return writers;
    }

    static @Nullable CompactionInputs compactions() {
        return compactions;
    }

    static @Nullable Probes probes() {
        return probes;
    }
}
