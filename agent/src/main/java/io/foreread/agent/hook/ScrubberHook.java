package io.foreread.agent.hook;

import java.util.Collections;
import java.util.List;

/** Scrub up to 4.1. */
public final class ScrubberHook implements Hook {
    @Override
    public String name() {
        return "scrubber";
    }

    @Override
    public String typeName() {
        return "org.apache.cassandra.db.compaction.Scrubber";
    }

    @Override
    public List<Weave> weaves() {
        return Collections.singletonList(CallWeave.openDataReader(2, 2));
    }

    @Override
    public String lines() {
        return "3.11, 4.0, 4.1";
    }
}
