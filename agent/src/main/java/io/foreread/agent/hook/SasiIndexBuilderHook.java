package io.foreread.agent.hook;

/** Replaces the reader of SASI index builds, which do not use the native read-ahead. */
public final class SasiIndexBuilderHook extends Hook {
    public SasiIndexBuilderHook() {
        super(
                "sasi-index-builder",
                "org.apache.cassandra.index.sasi.SASIIndexBuilder",
                "all",
                CallWeave.openDataReader(1, 1));
    }
}
