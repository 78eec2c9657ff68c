package io.foreread.agent.hook;

import io.foreread.agent.writer.WriterHooks;
import java.util.Arrays;

/**
 * Passes the maximum size of an output sstable to a writer that compresses ahead. Without this hook, the thread waits for its
 * chunks at each partition, because the split points must not depend on compressing ahead.
 *
 * <p>The landmark is the code of 3.11.0 to 5.0.9, all of which exceed the limit only with a larger size.
 */
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
                AdviceWeave.ofEither(
                        Arrays.asList(
                                "realAppend(Lorg/apache/cassandra/db/rows/UnfilteredRowIterator;)Z",
                                "shouldSwitchWriterInCurrentLocation(Lorg/apache/cassandra/db/DecoratedKey;)Z"),
                        "SplitSizeAdvice"));
    }
}
