package io.foreread.agent.advice;

import io.foreread.agent.resident.dispatch.ProbeDispatch;
import net.bytebuddy.asm.Advice;
import org.apache.cassandra.db.compaction.CompactionInfo;

/**
 * Woven into {@code void ActiveCompactions.beginCompaction(CompactionInfo.Holder)} from 4.0 on. Records the begin of a
 * compaction-like operation.
 */
public final class OperationBeginAdvice {
    private OperationBeginAdvice() {}

    @Advice.OnMethodExit(suppress = Throwable.class)
    public static void onExit(@Advice.Argument(0) CompactionInfo.Holder holder) {
        ProbeDispatch.operationBegins(holder);
    }
}
