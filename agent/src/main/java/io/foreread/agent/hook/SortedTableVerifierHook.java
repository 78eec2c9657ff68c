package io.foreread.agent.hook;

import java.util.Collections;
import java.util.List;

/** Verify from 5.0 on; the native read-ahead leaves it out. */
public final class SortedTableVerifierHook implements Hook {
    @Override
    public String name() {
        return "sorted-table-verifier";
    }

    @Override
    public String typeName() {
        return "org.apache.cassandra.io.sstable.format.SortedTableVerifier";
    }

    @Override
    public List<Weave> weaves() {
        return Collections.singletonList(CallWeave.openDataReader(2, 2));
    }

    @Override
    public String lines() {
        return "5.0 and later";
    }
}
