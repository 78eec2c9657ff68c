package io.foreread.agent.hook;

/**
 * The readers of cursor compaction (CASSANDRA-20918), which opens scanners too but closes them unused. These readers
 * are replaced only where the native read-ahead has no effect.
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
