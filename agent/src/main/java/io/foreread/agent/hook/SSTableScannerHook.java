package io.foreread.agent.hook;

/** Replaces the reader of scans in 5.0.0 to 5.0.3, of formats big and BTI. */
public final class SSTableScannerHook extends Hook {
    public SSTableScannerHook() {
        super(
                "sstable-scanner",
                "org.apache.cassandra.io.sstable.format.SSTableScanner",
                "5.0.0 to 5.0.3",
                CallWeave.openDataReader(1, 1).withDataRange(),
                AdviceWeave.scannerHasNext(),
                AdviceWeave.scannerNext(),
                AdviceWeave.scannerBytes());
    }
}
