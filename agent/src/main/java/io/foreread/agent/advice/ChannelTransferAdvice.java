package io.foreread.agent.advice;

import io.foreread.agent.resident.dispatch.ProbeDispatch;
import net.bytebuddy.asm.Advice;
import org.apache.cassandra.io.util.ChannelProxy;

/**
 * Woven into {@code long ChannelProxy.transferTo(long, long, WritableByteChannel)}, by which Cassandra streams sstables
 * without a copy. Records the size and the duration of the transfer.
 */
public final class ChannelTransferAdvice {
    private ChannelTransferAdvice() {}

    @Advice.OnMethodEnter(suppress = Throwable.class)
    public static long onEnter() {
        return ProbeDispatch.channelReadStarts();
    }

    @Advice.OnMethodExit(suppress = Throwable.class)
    public static void onExit(
            @Advice.This ChannelProxy channel, @Advice.Enter long startNanos, @Advice.Return long bytes) {
        ProbeDispatch.channelRead(channel.filePath(), bytes, startNanos);
    }
}
