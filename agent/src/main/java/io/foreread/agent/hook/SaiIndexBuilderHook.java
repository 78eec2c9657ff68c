package io.foreread.agent.hook;

import java.util.Collections;
import java.util.List;

/** SAI index builds; the native read-ahead leaves them out. */
public final class SaiIndexBuilderHook implements Hook {
    @Override
    public String name() {
        return "sai-index-builder";
    }

    @Override
    public String typeName() {
        return "org.apache.cassandra.index.sai.StorageAttachedIndexBuilder";
    }

    @Override
    public List<Weave> weaves() {
        return Collections.singletonList(CallWeave.openDataReader(1, 1));
    }

    @Override
    public String lines() {
        return "5.0 and later";
    }
}
