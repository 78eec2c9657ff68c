package io.foreread.agent.hook;

/**
 * Replaces the readers of cursor compaction (CASSANDRA-20918) where the native read-ahead has no effect. Cursor compaction
 * also opens scanners, but closes them unused.
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
