package io.foreread.agent.hook;

/** Scans of 5.0.0 to 5.0.3, big and BTI format. */
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
