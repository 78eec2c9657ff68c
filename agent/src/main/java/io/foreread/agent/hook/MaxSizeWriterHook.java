package io.foreread.agent.hook;

import io.foreread.agent.writer.WriterHooks;
import java.util.Arrays;

/**
 * Passes the maximum size of an output sstable to a writer that compresses ahead. Without this hook, the thread waits for its
 * chunks at each partition, because the split points must not depend on compressing ahead.
 */
public final class MaxSizeWriterHook extends Hook {
    public MaxSizeWriterHook() {
        super(
                WriterHooks.MAX_SIZE_WRITER,
                "org.apache.cassandra.db.compaction.writers.MaxSSTableSizeWriter",
                "all",
                AdviceWeave.ofEither(
                        Arrays.asList(
                                "realAppend(Lorg/apache/cassandra/db/rows/UnfilteredRowIterator;)Z",
                                "shouldSwitchWriterInCurrentLocation(Lorg/apache/cassandra/db/DecoratedKey;)Z"),
                        "MaxSizeAdvice"));
    }
}
