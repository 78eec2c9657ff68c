package io.foreread.agent.hook;

/**
 * Lets scans of big-format sstables read the partition index ahead. Without this hook and with a kernel readahead of
 * 4 KiB, half of the device reads of a scan that reads Data.db ahead were page faults of 4 KiB in the index. Scans that
 * skip the index open it too.
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
