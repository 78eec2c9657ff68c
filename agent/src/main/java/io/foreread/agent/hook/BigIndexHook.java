package io.foreread.agent.hook;

/**
 * Reads ahead in the partition index of a scan of a big-format sstable. Without this hook and with a kernel readahead
 * of 4 KiB, half of the device reads of a scan with read-ahead were page faults of 4 KiB in the index. Scans that skip
 * the index open it too.
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
