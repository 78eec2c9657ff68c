package io.foreread.agent.hook;

/**
 * Replaces the readers of scans in releases with the native read-ahead (CASSANDRA-15452), where the native read-ahead has
 * no effect.
 */
public final class NativeScannerHook extends Hook {
    public NativeScannerHook() {
        super(
                "native-scanner",
                "org.apache.cassandra.io.sstable.format.SSTableScanner",
                "5.0.4 and later",
                CallWeave.openDataReaderForScanWithoutMode().withDataRange());
    }
}
