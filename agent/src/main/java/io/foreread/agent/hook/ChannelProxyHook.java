package io.foreread.agent.hook;

import io.foreread.agent.probe.HookNames;

/** Every positional read of a file, ours included: size and time. */
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
