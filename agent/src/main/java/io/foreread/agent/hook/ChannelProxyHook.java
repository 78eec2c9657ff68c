package io.foreread.agent.hook;

import java.util.Arrays;
import java.util.List;

/** Every positional read of a file, ours included: size and time. */
public final class ChannelProxyHook implements Hook {
    @Override
    public String name() {
        return "channel-proxy";
    }

    @Override
    public String typeName() {
        return "org.apache.cassandra.io.util.ChannelProxy";
    }

    @Override
    public List<Weave> weaves() {
        return Arrays.asList(
                AdviceWeave.of("read", "(Ljava/nio/ByteBuffer;J)I", "ChannelReadAdvice"),
                AdviceWeave.of("transferTo", "(JJLjava/nio/channels/WritableByteChannel;)J", "ChannelTransferAdvice"));
    }

    @Override
    public String lines() {
        return "all";
    }
}
