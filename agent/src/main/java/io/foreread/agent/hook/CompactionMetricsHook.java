package io.foreread.agent.hook;

import java.util.Arrays;
import java.util.List;

/** Begin and end of compaction-like operations in 3.11. */
public final class CompactionMetricsHook implements Hook {
    private static final String HOLDER = "(Lorg/apache/cassandra/db/compaction/CompactionInfo$Holder;)V";

    @Override
    public String name() {
        return "compaction-metrics";
    }

    @Override
    public String typeName() {
        return "org.apache.cassandra.metrics.CompactionMetrics";
    }

    @Override
    public List<Weave> weaves() {
        return Arrays.asList(
                AdviceWeave.of("beginCompaction", HOLDER, "OperationBeginAdvice"),
                AdviceWeave.of("finishCompaction", HOLDER, "OperationEndAdvice"));
    }

    @Override
    public String lines() {
        return "3.11";
    }
}
