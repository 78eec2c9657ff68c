package io.foreread.agent.advice;

import io.foreread.agent.probe.OperationProbe;
import net.bytebuddy.asm.Advice;
import org.apache.cassandra.db.compaction.CompactionInfo;

/** {@code void beginCompaction(CompactionInfo.Holder)}. */
public final class OperationBeginAdvice {
    private OperationBeginAdvice() {}

    @Advice.OnMethodExit(suppress = Throwable.class)
    public static void onExit(@Advice.Argument(0) CompactionInfo.Holder holder) {
        OperationProbe.begins(holder);
    }
}
