package io.foreread.agent.hook;

import java.util.Collections;
import java.util.List;

/** What a compaction will read, known before it begins. */
public final class CompactionTaskHook implements Hook {
    @Override
    public String name() {
        return "compaction-task";
    }

    @Override
    public String typeName() {
        return "org.apache.cassandra.db.compaction.CompactionTask";
    }

    @Override
    public List<Weave> weaves() {
        return Collections.singletonList(AdviceWeave.of("runMayThrow", "()V", "CompactionTaskAdvice"));
    }

    @Override
    public String lines() {
        return "all";
    }
}
