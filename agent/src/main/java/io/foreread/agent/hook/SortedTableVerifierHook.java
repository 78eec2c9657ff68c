package io.foreread.agent.hook;

/** Replaces the readers of {@code nodetool verify} from 5.0 on, which does not use the native read-ahead. */
public final class SortedTableVerifierHook extends Hook {
    public SortedTableVerifierHook() {
        super(
                "sorted-table-verifier",
                "org.apache.cassandra.io.sstable.format.SortedTableVerifier",
                "5.0 and later",
                CallWeave.openDataReader(2, 2));
    }
}
