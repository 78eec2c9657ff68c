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
                        "78a8cadf-211",
                        "9b325fbb-211",
                        "2479fec6-218",
                        "b0ddd3d8-204",
                        "a84e60ef-211",
                        "fd0fe338-211",
                        "7edc229-161"),
                AdviceWeave.outputLimit("MaxSizeAdvice"));
    }
}
