package io.foreread.agent.hook;

import java.util.Collections;
import java.util.List;

/** SASI index builds; the native read-ahead leaves them out. */
public final class SasiIndexBuilderHook implements Hook {
    @Override
    public String name() {
        return "sasi-index-builder";
    }

    @Override
    public String typeName() {
        return "org.apache.cassandra.index.sasi.SASIIndexBuilder";
    }

    @Override
    public List<Weave> weaves() {
        return Collections.singletonList(CallWeave.openDataReader(1, 1));
    }

    @Override
    public String lines() {
        return "all";
    }
}
