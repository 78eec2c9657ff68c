package io.foreread.agent.advice;

import io.foreread.agent.probe.ReadProbe;
import java.nio.ByteBuffer;
import net.bytebuddy.asm.Advice;

/** Woven into {@code void CompressedChunkReader.Mmap.readChunk(long, ByteBuffer)}. Records the access to the chunk. */
public final class MmapChunkReadAdvice {
    private MmapChunkReadAdvice() {}

    @Advice.OnMethodEnter(suppress = Throwable.class)
    public static long onEnter() {
        return ReadProbe.mmapChunkReadStarts();
    }

    @Advice.OnMethodExit(suppress = Throwable.class)
    public static void onExit(@Advice.Argument(1) ByteBuffer uncompressed, @Advice.Enter long startNanos) {
        ReadProbe.mmapChunkRead(uncompressed.limit(), startNanos);
    }
}
