package io.foreread.agent.advice;

import io.foreread.agent.probe.OperationProbe;
import net.bytebuddy.asm.Advice;
import org.apache.cassandra.db.compaction.CompactionInfo;

/**
 * {@code void finishCompaction(CompactionInfo.Holder)}. Runs on enter, so that the operation ends even if the method
 * throws.
 */
public final class OperationEndAdvice {
    private OperationEndAdvice() {}

    @Advice.OnMethodEnter(suppress = Throwable.class)
    public static void onEnter(@Advice.Argument(0) CompactionInfo.Holder holder) {
        OperationProbe.ends(holder);
    }
}
