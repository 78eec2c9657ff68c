package io.foreread.agent.hook;

/** Replaces the reader of SAI index builds, which do not use the native read-ahead. */
public final class SaiIndexBuilderHook extends Hook {
    public SaiIndexBuilderHook() {
        super(
                "sai-index-builder",
                "org.apache.cassandra.index.sai.StorageAttachedIndexBuilder",
                "5.0 and later",
                CallWeave.openDataReader(1, 1));
    }
}
