package io.foreread.agent.hook;

import java.util.Collections;
import java.util.List;

/** The key cursor of a BTI sstable, which reads Data.db once more beside the scan. */
public final class BtiKeyCursorHook implements Hook {
    @Override
    public String name() {
        return "bti-key-cursor";
    }

    @Override
    public String typeName() {
        return "org.apache.cassandra.io.sstable.format.bti.PartitionIterator";
    }

    @Override
    public List<Weave> weaves() {
        return Collections.singletonList(CallWeave.of(
                "org/apache/cassandra/io/util/FileHandle",
                "createReader",
                "(J)Lorg/apache/cassandra/io/util/FileDataInput;",
                "openKeyCursor"));
    }

    @Override
    public String lines() {
        return "5.0";
    }
}
