package io.foreread.agent.advice;

import io.foreread.agent.resident.dispatch.ProbeDispatch;
import net.bytebuddy.asm.Advice;

/**
 * Woven into {@code void CompressedSequentialWriter.flushData()}. Records the chunk, whose bytes are the difference of the file
 * offsets before and after the call. It does not run for a chunk that is compressed ahead, because {@code ChunkFlushAdvice}
 * encloses it.
 */
public final class CompressedFlushAdvice {
    private CompressedFlushAdvice() {}

    @Advice.OnMethodEnter(suppress = Throwable.class)
    @SuppressWarnings("UnusedVariable") // a local variable of the woven method, which the exit reads
    public static long onEnter(
            @Advice.FieldValue("chunkOffset") long chunkOffset, @Advice.Local("startOffset") long startOffset) {
        startOffset = chunkOffset;
        return ProbeDispatch.chunkWriteStarts();
    }

    @Advice.OnMethodExit(suppress = Throwable.class)
    public static void onExit(
            @Advice.Enter long startNanos,
            @Advice.Local("startOffset") long startOffset,
            @Advice.FieldValue("chunkOffset") long chunkOffset) {
        ProbeDispatch.chunkWritten(chunkOffset - startOffset, startNanos);
    }
}
