package io.foreread.agent.advice;

import io.foreread.agent.resident.dispatch.WriterDispatch;
import net.bytebuddy.asm.Advice;
import org.apache.cassandra.io.compress.CompressedSequentialWriter;

/**
 * Woven into {@code long CompressedSequentialWriter.getEstimatedOnDiskBytesWritten()}. Includes the chunks that are
 * compressed ahead, because compactions split their output by this size. This advice is on the data path and suppresses
 * no exceptions.
 */
public final class ChunkSizeAdvice {
    private ChunkSizeAdvice() {}

    @Advice.OnMethodExit
    public static void onExit(
            @Advice.This CompressedSequentialWriter writer, @Advice.Return(readOnly = false) long onDiskBytes) {
        onDiskBytes = WriterDispatch.onDiskBytes(writer, onDiskBytes);
    }
}
