package io.foreread.agent.hook;

/** Replaces the readers of scrub up to 4.1. */
public final class ScrubberHook extends Hook {
    public ScrubberHook() {
        super(
                "scrubber",
                "org.apache.cassandra.db.compaction.Scrubber",
                "3.11, 4.0, 4.1",
                CallWeave.openDataReader(2, 2).to("openForScrub"));
    }
}
