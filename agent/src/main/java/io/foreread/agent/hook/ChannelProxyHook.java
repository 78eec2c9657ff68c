package io.foreread.agent.hook;

/** Every positional read of a file, ours included: size and time. */
public final class ChannelProxyHook extends Hook {
    public ChannelProxyHook() {
        super(
                "channel-proxy",
                "org.apache.cassandra.io.util.ChannelProxy",
                "all",
                AdviceWeave.of("read", "(Ljava/nio/ByteBuffer;J)I", "ChannelReadAdvice"),
                AdviceWeave.of("transferTo", "(JJLjava/nio/channels/WritableByteChannel;)J", "ChannelTransferAdvice"));
    }
}
