package io.foreread.agent.hook;

/** What a compaction will read, known before it begins. */
public final class CompactionTaskHook extends Hook {
    public CompactionTaskHook() {
        super(
                "compaction-task",
                "org.apache.cassandra.db.compaction.CompactionTask",
                "all",
                AdviceWeave.of("runMayThrow", "()V", "CompactionTaskAdvice"));
    }
}
