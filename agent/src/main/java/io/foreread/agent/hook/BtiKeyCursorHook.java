package io.foreread.agent.hook;

/** The key cursor of a BTI sstable. A scan that follows the index reads Data.db a second time through it. */
public final class BtiKeyCursorHook extends Hook {
    public BtiKeyCursorHook() {
        super(
                "bti-key-cursor",
                "org.apache.cassandra.io.sstable.format.bti.PartitionIterator",
                "5.0",
                CallWeave.of(
                        "org/apache/cassandra/io/util/FileHandle",
                        "createReader",
                        "(J)Lorg/apache/cassandra/io/util/FileDataInput;",
                        // The row index is opened like the data.
                        2,
                        "openKeyCursor"));
    }
}
