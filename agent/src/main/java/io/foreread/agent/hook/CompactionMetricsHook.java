package io.foreread.agent.hook;

import io.foreread.agent.probe.HookNames;

/** Records the begin and the end of compaction-like operations in 3.11. */
public final class CompactionMetricsHook extends Hook {
    private static final String HOLDER = "(Lorg/apache/cassandra/db/compaction/CompactionInfo$Holder;)V";

    public CompactionMetricsHook() {
        super(
                HookNames.COMPACTION_METRICS,
                "org.apache.cassandra.metrics.CompactionMetrics",
                "3.11",
                AdviceWeave.of("beginCompaction", HOLDER, "MetricsBeginAdvice"),
                AdviceWeave.of("finishCompaction", HOLDER, "OperationEndAdvice"));
    }
}
