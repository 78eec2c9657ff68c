package io.foreread.agent.hook;

/**
 * Filters the key cache lookups of compactions up to 4.1. A compaction that has written a partition looks up its key once
 * per input, to cache the new position if one of the old ones is cached.
 */
public final class SSTableRewriterHook extends Hook {
    public SSTableRewriterHook() {
        super(
                "sstable-rewriter",
                "org.apache.cassandra.io.sstable.SSTableRewriter",
                "3.11, 4.0, 4.1",
                ResultWeave.inputsOfLookups(
                        "append",
                        "(" + ResultWeave.PARTITION + ")Lorg/apache/cassandra/db/RowIndexEntry;",
                        ResultWeave.PARTITION,
                        "org/apache/cassandra/io/sstable/format/SSTableReader"));
    }
}
