package io.foreread.agent.advice;

import io.foreread.agent.resident.dispatch.ProbeDispatch;
import net.bytebuddy.asm.Advice;
import org.apache.cassandra.db.compaction.CompactionInfo;

/**
 * Woven into {@code void CompactionMetrics.beginCompaction(CompactionInfo.Holder)} of 3.11. Records the begin of a
 * compaction-like operation. It differs from {@link OperationBeginAdvice} only in the switch that its probe reads.
 */
public final class MetricsBeginAdvice {
    private MetricsBeginAdvice() {}

    @Advice.OnMethodExit(suppress = Throwable.class)
    public static void onExit(@Advice.Argument(0) CompactionInfo.Holder holder) {
        ProbeDispatch.metricsBegin(holder);
    }
}
