package io.foreread.agent.advice;

import io.foreread.agent.resident.dispatch.WriterDispatch;
import net.bytebuddy.asm.Advice;

/**
 * Woven into the methods of a compaction's writer that compare the size of the output with the field {@code currentBytesToWrite}.
 * Passes the limit, so that the thread waits for its chunks only if they can exceed it. This advice is on the data path and
 * suppresses no exceptions.
 */
public final class SplitSizeAdvice {
    private SplitSizeAdvice() {}

    @Advice.OnMethodEnter
    public static void onEnter(@Advice.FieldValue("currentBytesToWrite") long limitBytes) {
        WriterDispatch.limit(limitBytes);
    }

    @Advice.OnMethodExit(onThrowable = Throwable.class)
    public static void onExit() {
        WriterDispatch.limit(0);
    }
}
