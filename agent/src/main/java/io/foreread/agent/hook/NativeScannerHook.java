package io.foreread.agent.hook;

/** Scans where the native read-ahead exists (CASSANDRA-15452): taken over only where it has no effect. */
public final class NativeScannerHook extends Hook {
    public NativeScannerHook() {
        super(
                "native-scanner",
                "org.apache.cassandra.io.sstable.format.SSTableScanner",
                "5.0.4 and later",
                CallWeave.openDataReaderForScan().withDataRange());
    }
}
