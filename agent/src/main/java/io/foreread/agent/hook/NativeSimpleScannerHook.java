package io.foreread.agent.hook;

/**
 * Replaces the reader of the scanner that compactions use since CASSANDRA-20092, where the native read-ahead has no
 * effect.
 */
public final class NativeSimpleScannerHook extends Hook {
    public NativeSimpleScannerHook() {
        super(
                "native-simple-scanner",
                "org.apache.cassandra.io.sstable.format.SSTableSimpleScanner",
                "5.0.5 and later",
                CallWeave.openDataReaderForScan().withBounds());
    }
}
