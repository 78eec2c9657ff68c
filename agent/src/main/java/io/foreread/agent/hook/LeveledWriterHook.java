package io.foreread.agent.hook;

import io.foreread.agent.writer.WriterHooks;
import java.util.Arrays;

/**
 * Passes the maximum size of an output sstable to a writer that compresses ahead. Without this hook, the thread waits for its
 * chunks at each partition, because the split points must not depend on compressing ahead.
 *
 * <p>The landmark is the code of 3.11.0 to 5.0.9, all of which exceed the limit only with a larger size.
 */
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
                AdviceWeave.ofEither(
                        Arrays.asList(
                                "realAppend(Lorg/apache/cassandra/db/rows/UnfilteredRowIterator;)Z",
                                "shouldSwitchWriterInCurrentLocation(Lorg/apache/cassandra/db/DecoratedKey;)Z"),
                        "MaxSizeAdvice"));
    }
}
