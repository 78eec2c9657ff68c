package io.foreread.agent.hook;

import java.util.Arrays;
import java.util.List;

/** Begin and end of compaction-like operations from 4.0 on. */
public final class ActiveCompactionsHook implements Hook {
    private static final String HOLDER = "(Lorg/apache/cassandra/db/compaction/CompactionInfo$Holder;)V";

    @Override
    public String name() {
        return "active-compactions";
    }

    @Override
    public String typeName() {
        return "org.apache.cassandra.db.compaction.ActiveCompactions";
    }

    @Override
    public List<Weave> weaves() {
        return Arrays.asList(
                AdviceWeave.of("beginCompaction", HOLDER, "OperationBeginAdvice"),
                AdviceWeave.of("finishCompaction", HOLDER, "OperationEndAdvice"));
    }

    @Override
    public String lines() {
        return "4.0 and later";
    }
}
