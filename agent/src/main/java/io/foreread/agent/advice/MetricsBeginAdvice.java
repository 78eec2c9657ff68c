package io.foreread.agent.advice;

import io.foreread.agent.probe.OperationProbe;
import net.bytebuddy.asm.Advice;
import org.apache.cassandra.db.compaction.CompactionInfo;

/** {@code void beginCompaction(CompactionInfo.Holder)} of the metrics of 3.11. Its hook has its own switch. */
public final class MetricsBeginAdvice {
    private MetricsBeginAdvice() {}

    @Advice.OnMethodExit(suppress = Throwable.class)
    public static void onExit(@Advice.Argument(0) CompactionInfo.Holder holder) {
        OperationProbe.metricsBegin(holder);
    }
}
