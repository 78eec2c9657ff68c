package io.foreread.agent.hook;

/** SAI index builds; the native read-ahead leaves them out. */
public final class SaiIndexBuilderHook extends Hook {
    public SaiIndexBuilderHook() {
        super(
                "sai-index-builder",
                "org.apache.cassandra.index.sai.StorageAttachedIndexBuilder",
                "5.0 and later",
                CallWeave.openDataReader(1, 1));
    }
}
