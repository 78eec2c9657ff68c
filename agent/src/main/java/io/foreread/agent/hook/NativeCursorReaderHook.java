package io.foreread.agent.hook;

/**
 * What cursor compaction reads with, in place of the scanners that it closes unread (CASSANDRA-20918): taken over only
 * where the native read-ahead has no effect.
 */
public final class NativeCursorReaderHook extends Hook {
    public NativeCursorReaderHook() {
        super(
                "native-cursor-reader",
                "org.apache.cassandra.io.sstable.SSTableCursorReader",
                "6.0 and later",
                CallWeave.openDataReaderForScan());
    }
}
