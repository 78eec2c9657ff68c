package io.foreread.agent.advice;

import io.foreread.agent.probe.OperationProbe;
import net.bytebuddy.asm.Advice;
import net.bytebuddy.implementation.bytecode.assign.Assigner;

/** Woven into {@code void CompactionTask.runMayThrow()}. Records the input of the compaction. */
public final class CompactionTaskAdvice {
    private CompactionTaskAdvice() {}

    @Advice.OnMethodEnter(suppress = Throwable.class)
    public static void onEnter(
            @Advice.FieldValue(value = "transaction", typing = Assigner.Typing.DYNAMIC) Object transaction) {
        OperationProbe.taskStarts(transaction);
    }

    @Advice.OnMethodExit(onThrowable = Throwable.class, suppress = Throwable.class)
    public static void onExit() {
        OperationProbe.taskEnds();
    }
}
