package io.foreread.agent.hook;

import io.foreread.agent.writer.WriterHooks;
import java.util.Arrays;

/**
 * Passes the maximum size of an output sstable to a writer that compresses ahead. Without this hook, the thread waits for its
 * chunks at each partition, because the split points must not depend on compressing ahead.
 */
public final class SplittingWriterHook extends Hook {
    public SplittingWriterHook() {
        super(
                WriterHooks.SPLITTING_WRITER,
                "org.apache.cassandra.db.compaction.writers.SplittingSizeTieredCompactionWriter",
                "all",
                AdviceWeave.ofEither(
                        Arrays.asList(
                                "realAppend(Lorg/apache/cassandra/db/rows/UnfilteredRowIterator;)Z",
                                "shouldSwitchWriterInCurrentLocation(Lorg/apache/cassandra/db/DecoratedKey;)Z"),
                        "SplitSizeAdvice"));
    }
}
