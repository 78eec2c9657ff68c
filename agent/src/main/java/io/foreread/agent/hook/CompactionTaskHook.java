package io.foreread.agent.hook;

import io.foreread.agent.probe.HookNames;

/** Records which sstables are the input of a compaction task. Their size is read when the compaction begins. */
public final class CompactionTaskHook extends Hook {
    public CompactionTaskHook() {
        super(
                HookNames.COMPACTION_TASK,
                "org.apache.cassandra.db.compaction.CompactionTask",
                "all",
                AdviceWeave.of("runMayThrow", "()V", "CompactionTaskAdvice"));
    }
}
