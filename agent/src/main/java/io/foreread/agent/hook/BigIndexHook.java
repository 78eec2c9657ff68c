package io.foreread.agent.hook;

/**
 * The partition index that a scan of a big-format sstable walks beside the data: with the data read ahead, half of the
 * device reads that remained on a cloud-tuned volume were its 4 KiB page faults. Scans that leave the index unread open
 * it all the same.
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
