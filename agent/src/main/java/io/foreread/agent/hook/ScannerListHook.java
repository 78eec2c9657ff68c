package io.foreread.agent.hook;

/**
 * Sums the bytes that the scanners of a compaction have read less often. Cassandra does so once per partition, to limit the
 * rate of compactions.
 */
public final class ScannerListHook extends Hook {
    public static final String NAME = "scanner-list";

    public ScannerListHook() {
        super(
                NAME,
                "org.apache.cassandra.db.compaction.AbstractCompactionStrategy$ScannerList",
                "all",
                AdviceWeave.of("getTotalBytesScanned", "()J", "ScannedBytesAdvice"));
    }
}
