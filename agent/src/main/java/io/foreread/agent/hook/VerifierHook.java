package io.foreread.agent.hook;

import java.util.Collections;
import java.util.List;

/** Verify up to 4.1. */
public final class VerifierHook implements Hook {
    @Override
    public String name() {
        return "verifier";
    }

    @Override
    public String typeName() {
        return "org.apache.cassandra.db.compaction.Verifier";
    }

    @Override
    public List<Weave> weaves() {
        return Collections.singletonList(CallWeave.openDataReader(2, 2));
    }

    @Override
    public String lines() {
        return "3.11, 4.0, 4.1";
    }
}
