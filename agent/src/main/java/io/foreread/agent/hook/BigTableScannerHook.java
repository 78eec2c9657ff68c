package io.foreread.agent.hook;

/**
 * Replaces the reader of scans up to 4.1. The constructor of the scanner opens Data.db; in 3.11 it has two calls for that,
 * with and without a limiter.
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
                AdviceWeave.scannerBytes(),
                AdviceWeave.scannerRange());
    }
}
