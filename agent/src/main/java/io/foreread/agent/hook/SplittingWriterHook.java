package io.foreread.agent.hook;

import io.foreread.agent.writer.WriterHooks;

/** Does for major compactions with split output what {@link MaxSizeWriterHook} does for others. */
public final class SplittingWriterHook extends Hook {
    private static final String TYPE = "org.apache.cassandra.db.compaction.writers.SplittingSizeTieredCompactionWriter";

    public SplittingWriterHook() {
        super(
                WriterHooks.SPLITTING_WRITER,
                TYPE,
                "3.11, 4.0, 4.1, 5.0",
                KnownClass.of(
                        TYPE,
                        "a843eca0-236",
                        "ed2ec240-236",
                        "7e4e43ed-240",
                        "e63f67c5-238",
                        "dbe1d66-242",
                        "7589ab98-242",
                        "f05512a7-184"),
                AdviceWeave.outputLimit("SplitSizeAdvice"));
    }
}
