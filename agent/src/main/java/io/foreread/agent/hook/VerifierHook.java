package io.foreread.agent.hook;

/** Replaces the readers of {@code nodetool verify} up to 4.1. */
public final class VerifierHook extends Hook {
    public VerifierHook() {
        super(
                "verifier",
                "org.apache.cassandra.db.compaction.Verifier",
                "3.11, 4.0, 4.1",
                CallWeave.openDataReader(2, 2));
    }
}
