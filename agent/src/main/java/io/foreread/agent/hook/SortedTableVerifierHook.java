package io.foreread.agent.hook;

/** Verify from 5.0 on; the native read-ahead leaves it out. */
public final class SortedTableVerifierHook extends Hook {
    public SortedTableVerifierHook() {
        super(
                "sorted-table-verifier",
                "org.apache.cassandra.io.sstable.format.SortedTableVerifier",
                "5.0 and later",
                CallWeave.openDataReader(2, 2));
    }
}
