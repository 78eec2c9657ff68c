package io.foreread.agent.hook;

import io.foreread.agent.probe.HookNames;

/** Size and time of every positional read of a file, by Cassandra or by Foreread. */
public final class ChannelProxyHook extends Hook {
    public ChannelProxyHook() {
        super(
                HookNames.CHANNEL_PROXY,
                "org.apache.cassandra.io.util.ChannelProxy",
                "all",
                AdviceWeave.of("read", "(Ljava/nio/ByteBuffer;J)I", "ChannelReadAdvice"),
                AdviceWeave.of("transferTo", "(JJLjava/nio/channels/WritableByteChannel;)J", "ChannelTransferAdvice"));
    }
}
