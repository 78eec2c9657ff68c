package io.foreread.agent.advice;

import io.foreread.agent.resident.dispatch.ProbeDispatch;
import net.bytebuddy.asm.Advice;

/**
 * Woven into {@code void CompressedSequentialWriter.flushData()}. Records the bytes written, which are the difference of
 * the file offsets before and after the call.
 */
public final class CompressedFlushAdvice {
    private CompressedFlushAdvice() {}

    @Advice.OnMethodEnter(suppress = Throwable.class)
    public static long onEnter(@Advice.FieldValue("chunkOffset") long chunkOffset) {
        return chunkOffset;
    }

    @Advice.OnMethodExit(suppress = Throwable.class)
    public static void onExit(@Advice.Enter long startOffset, @Advice.FieldValue("chunkOffset") long chunkOffset) {
        ProbeDispatch.wrote(chunkOffset - startOffset);
    }
}
