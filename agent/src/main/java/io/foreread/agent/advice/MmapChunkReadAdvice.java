package io.foreread.agent.advice;

import io.foreread.agent.resident.dispatch.ProbeDispatch;
import java.nio.ByteBuffer;
import net.bytebuddy.asm.Advice;

/** Woven into {@code void CompressedChunkReader.Mmap.readChunk(long, ByteBuffer)}. Records the access to the chunk. */
public final class MmapChunkReadAdvice {
    private MmapChunkReadAdvice() {}

    @Advice.OnMethodEnter(suppress = Throwable.class)
    public static long onEnter() {
        return ProbeDispatch.mmapChunkReadStarts();
    }

    @Advice.OnMethodExit(suppress = Throwable.class)
    public static void onExit(@Advice.Argument(1) ByteBuffer uncompressed, @Advice.Enter long startNanos) {
        ProbeDispatch.mmapChunkRead(uncompressed.limit(), startNanos);
    }
}
