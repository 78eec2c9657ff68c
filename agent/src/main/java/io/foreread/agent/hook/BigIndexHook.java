package io.foreread.agent.hook;

/**
 * Reads ahead in the partition index of a scan of a big-format sstable. With a kernel readahead of 4 KiB and read-ahead
 * of the data only, half of the remaining device reads were page faults of 4 KiB in the index. Scans that do not read
 * the index open it nevertheless.
 */
public final class BigIndexHook extends Hook {
    public BigIndexHook() {
        super(
                "big-index",
                "org.apache.cassandra.io.sstable.format.big.BigTableScanner",
                "all",
                CallWeave.openIndexReader().withDataRange());
    }
}
