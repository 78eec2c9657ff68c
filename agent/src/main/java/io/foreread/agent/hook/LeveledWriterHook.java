package io.foreread.agent.hook;

import io.foreread.agent.writer.WriterHooks;

/** Does for major compactions of LeveledCompactionStrategy what {@link MaxSizeWriterHook} does for others. */
public final class LeveledWriterHook extends Hook {
    private static final String TYPE = "org.apache.cassandra.db.compaction.writers.MajorLeveledCompactionWriter";

    public LeveledWriterHook() {
        super(
                WriterHooks.LEVELED_WRITER,
                TYPE,
                "3.11, 4.0, 4.1, 5.0",
                KnownClass.of(
                        TYPE,
                        "580470c2-207",
                        "580df1ce-207",
                        "2a3dd9fb-214",
                        "415ac4b4-200",
                        "1af05ba4-207",
                        "a8f4a323-207",
                        "d7254394-159"),
                AdviceWeave.outputLimit("MaxSizeAdvice"));
    }
}
