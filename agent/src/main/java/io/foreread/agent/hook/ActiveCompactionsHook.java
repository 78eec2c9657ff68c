package io.foreread.agent.hook;

import io.foreread.agent.probe.HookNames;

/** Records the begin and the end of compaction-like operations from 4.0 on. */
public final class ActiveCompactionsHook extends Hook {
    private static final String HOLDER = "(Lorg/apache/cassandra/db/compaction/CompactionInfo$Holder;)V";

    public ActiveCompactionsHook() {
        super(
                HookNames.ACTIVE_COMPACTIONS,
                "org.apache.cassandra.db.compaction.ActiveCompactions",
                "4.0 and later",
                AdviceWeave.of("beginCompaction", HOLDER, "OperationBeginAdvice"),
                AdviceWeave.of("finishCompaction", HOLDER, "OperationEndAdvice"));
    }
}
