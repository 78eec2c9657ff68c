package io.foreread.agent.advice;

import io.foreread.agent.resident.dispatch.ProbeDispatch;
import net.bytebuddy.asm.Advice;
import org.apache.cassandra.io.util.ChannelProxy;

/** Woven into {@code int ChannelProxy.read(ByteBuffer, long)}. Records the size and the duration of the read. */
public final class ChannelReadAdvice {
    private ChannelReadAdvice() {}

    @Advice.OnMethodEnter(suppress = Throwable.class)
    public static long onEnter() {
        return ProbeDispatch.channelReadStarts();
    }

    @Advice.OnMethodExit(suppress = Throwable.class)
    public static void onExit(
            @Advice.This ChannelProxy channel, @Advice.Enter long startNanos, @Advice.Return int bytes) {
        ProbeDispatch.channelRead(channel.filePath(), bytes, startNanos);
    }
}
