package io.foreread.agent.hook;

/**
 * Scans up to 4.1. The constructor of the scanner opens the data file; in 3.11 there are two calls, with and without a
 * limiter.
 */
public final class BigTableScannerHook extends Hook {
    public BigTableScannerHook() {
        super(
                "big-table-scanner",
                "org.apache.cassandra.io.sstable.format.big.BigTableScanner",
                "3.11, 4.0, 4.1",
                CallWeave.openDataReader(1, 2).withDataRange(),
                AdviceWeave.scannerHasNext(),
                AdviceWeave.scannerNext(),
                AdviceWeave.scannerBytes());
    }
}
