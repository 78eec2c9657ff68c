package io.foreread.agent.hook;

/**
 * The scanner of compaction since CASSANDRA-20092. Its reader is replaced only where the native read-ahead has no
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
