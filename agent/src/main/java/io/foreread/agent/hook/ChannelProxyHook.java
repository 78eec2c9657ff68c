package io.foreread.agent.hook;

import io.foreread.agent.probe.HookNames;

/**
 * Records size and duration of every read through a {@code ChannelProxy}. The switch of this hook also applies to the
 * reads that Foreread makes with its own file descriptors. {@code transferTo}, by which 3.11 streams compressed sstables, is
 * not recorded, because it waits for the peer as well as for the disk.
 */
public final class ChannelProxyHook extends Hook {
    public ChannelProxyHook() {
        super(
                HookNames.CHANNEL_PROXY,
                "org.apache.cassandra.io.util.ChannelProxy",
                "all",
                AdviceWeave.of("read", "(Ljava/nio/ByteBuffer;J)I", "ChannelReadAdvice"));
    }
}
