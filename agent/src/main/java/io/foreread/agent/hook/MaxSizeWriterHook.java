package io.foreread.agent.hook;

import io.foreread.agent.writer.WriterHooks;

/**
 * Passes the maximum size of an output sstable to a writer that compresses ahead. Without this hook, the thread waits for its
 * chunks at each partition, because the split points must not depend on compressing ahead.
 *
 * <p>The landmark is the code of 3.11.0 to 5.0.9, which begins the next sstable only if the size is greater than the limit.
 */
public final class MaxSizeWriterHook extends Hook {
    private static final String TYPE = "org.apache.cassandra.db.compaction.writers.MaxSSTableSizeWriter";

    public MaxSizeWriterHook() {
        super(
                WriterHooks.MAX_SIZE_WRITER,
                TYPE,
                "3.11, 4.0, 4.1, 5.0",
                KnownClass.of(
                        TYPE,
                        "b0d19650-184",
                        "4851cc04-184",
                        "be98477b-191",
                        "94ac1a56-176",
                        "67ad4e9a-183",
                        "3514fd58-183",
                        "94c08f24-118"),
                AdviceWeave.outputLimit("MaxSizeAdvice"));
    }
}
