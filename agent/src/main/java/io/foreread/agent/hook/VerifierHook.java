package io.foreread.agent.hook;

/** Replaces the readers of {@code nodetool verify} up to 4.1, and wraps those of the partition index. */
public final class VerifierHook extends Hook {
    public VerifierHook() {
        super(
                "verifier",
                "org.apache.cassandra.db.compaction.Verifier",
                "3.11, 4.0, 4.1",
                CallWeave.openDataReader(2, 2),
                // 4.0 and later read the index twice.
                CallWeave.openFile(1, 2));
    }
}
