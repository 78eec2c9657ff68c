package io.foreread.agent.hook;

/** Filters the key cache lookups of compactions from 5.0 on, which write sstables of format big. */
public final class BigTableWriterHook extends Hook {
    public BigTableWriterHook() {
        super(
                "big-table-writer",
                "org.apache.cassandra.io.sstable.format.big.BigTableWriter",
                "5.0 and later",
                ResultWeave.inputsOfLookups(
                        "createRowIndexEntry",
                        "(" + ResultWeave.KEY + "Lorg/apache/cassandra/db/DeletionTime;J)"
                                + "Lorg/apache/cassandra/io/sstable/format/big/RowIndexEntry;",
                        ResultWeave.KEY,
                        "org/apache/cassandra/io/sstable/keycache/KeyCacheSupport"));
    }
}
