package io.foreread.agent.hook;

/**
 * Scans of releases with the native read-ahead (CASSANDRA-15452). Their readers are replaced only where the native
 * read-ahead has no effect.
 */
public final class NativeScannerHook extends Hook {
    public NativeScannerHook() {
        super(
                "native-scanner",
                "org.apache.cassandra.io.sstable.format.SSTableScanner",
                "5.0.4 and later",
                CallWeave.openDataReaderForScan().withDataRange());
    }
}
