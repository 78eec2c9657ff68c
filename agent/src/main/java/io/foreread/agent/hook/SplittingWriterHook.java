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
                        "fd73992c-244",
                        "c132a707-244",
                        "763afed6-248",
                        "1a01d91a-246",
                        "e1a9adfc-250",
                        "1e80a709-250",
                        "72c78119-190"),
                AdviceWeave.outputLimit("SplitSizeAdvice"));
    }
}
