package io.foreread.agent.advice;

import io.foreread.agent.resident.dispatch.ProbeDispatch;
import net.bytebuddy.asm.Advice;
import net.bytebuddy.implementation.bytecode.assign.Assigner;

/** Woven into {@code void CompactionTask.runMayThrow()}. Records the input of the compaction. */
public final class CompactionTaskAdvice {
    private CompactionTaskAdvice() {}

    @Advice.OnMethodEnter(suppress = Throwable.class)
    public static void onEnter(
            @Advice.FieldValue(value = "transaction", typing = Assigner.Typing.DYNAMIC) Object transaction) {
        ProbeDispatch.taskStarts(transaction);
    }

    @Advice.OnMethodExit(onThrowable = Throwable.class, suppress = Throwable.class)
    public static void onExit() {
        ProbeDispatch.taskEnds();
    }
}
