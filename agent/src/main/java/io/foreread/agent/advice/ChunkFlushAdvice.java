package io.foreread.agent.advice;

import io.foreread.agent.resident.dispatch.WriterDispatch;
import net.bytebuddy.asm.Advice;
import org.apache.cassandra.io.compress.CompressedSequentialWriter;

/**
 * Woven into {@code void CompressedSequentialWriter.flushData()}. Skips the method if the chunk is compressed ahead.
 * This advice is on the data path and suppresses no exceptions.
 */
public final class ChunkFlushAdvice {
    private ChunkFlushAdvice() {}

    @Advice.OnMethodEnter(skipOn = Advice.OnNonDefaultValue.class)
    public static boolean onEnter(@Advice.This CompressedSequentialWriter writer) {
        return WriterDispatch.flush(writer);
    }

    @Advice.OnMethodExit
    public static void onExit(@Advice.Enter boolean taken, @Advice.This CompressedSequentialWriter writer) {
        if (!taken) WriterDispatch.flushed(writer);
    }
}
