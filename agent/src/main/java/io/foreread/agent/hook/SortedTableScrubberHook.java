package io.foreread.agent.hook;

/** Replaces the readers of scrub from 5.0 on, which does not use the native read-ahead. */
public final class SortedTableScrubberHook extends Hook {
    public SortedTableScrubberHook() {
        super(
                "sorted-table-scrubber",
                "org.apache.cassandra.io.sstable.format.SortedTableScrubber",
                "5.0 and later",
                CallWeave.openDataReader(2, 2).to("openForScrub"));
    }
}
