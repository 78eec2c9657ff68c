package io.foreread.agent.hook;

/**
 * Reuses the sum of the bytes that the scanners of a compaction have read. Cassandra sums them after each partition, to limit
 * the rate of compactions.
 */
public final class ScannerListHook extends Hook {
    public static final String NAME = "scanner-list";

    public ScannerListHook() {
        super(
                NAME,
                "org.apache.cassandra.db.compaction.AbstractCompactionStrategy$ScannerList",
                "all",
                AdviceWeave.of("getTotalBytesScanned", "()J", "ScannerListBytesAdvice"));
    }
}
