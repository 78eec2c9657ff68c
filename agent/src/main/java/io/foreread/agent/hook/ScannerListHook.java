package io.foreread.agent.hook;

import io.foreread.agent.compaction.CompactionHooks;

/**
 * Reuses the sum of the bytes that the scanners of a compaction have read. Cassandra sums them after each partition, to limit
 * the rate of compactions.
 */
public final class ScannerListHook extends Hook {
    public ScannerListHook() {
        super(
                CompactionHooks.SCANNER_LIST,
                "org.apache.cassandra.db.compaction.AbstractCompactionStrategy$ScannerList",
                "all",
                AdviceWeave.of("getTotalBytesScanned", "()J", "ScannerListBytesAdvice"));
    }
}
