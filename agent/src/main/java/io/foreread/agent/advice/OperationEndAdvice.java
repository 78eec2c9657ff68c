package io.foreread.agent.advice;

import io.foreread.agent.resident.dispatch.ProbeDispatch;
import net.bytebuddy.asm.Advice;
import org.apache.cassandra.db.compaction.CompactionInfo;

/**
 * Woven into {@code void finishCompaction(CompactionInfo.Holder)}. Records the end of a compaction-like operation. It
 * runs before the method, so that the end is recorded even if the method throws.
 */
public final class OperationEndAdvice {
    private OperationEndAdvice() {}

    @Advice.OnMethodEnter(suppress = Throwable.class)
    public static void onEnter(@Advice.Argument(0) CompactionInfo.Holder holder) {
        ProbeDispatch.operationEnds(holder);
    }
}
