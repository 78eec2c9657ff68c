package io.foreread.agent.hook;

/**
 * Replaces the reader of the key cursor of a BTI sstable. A scan that follows the index reads Data.db a second time
 * through this cursor.
 */
public final class BtiKeyCursorHook extends Hook {
    public BtiKeyCursorHook() {
        super(
                "bti-key-cursor",
                "org.apache.cassandra.io.sstable.format.bti.PartitionIterator",
                "5.0 and later",
                CallWeave.of(
                        "org/apache/cassandra/io/util/FileHandle",
                        "createReader",
                        "(J)Lorg/apache/cassandra/io/util/FileDataInput;",
                        // One call opens the data, the other one the row index.
                        2,
                        "openKeyCursor"));
    }
}
