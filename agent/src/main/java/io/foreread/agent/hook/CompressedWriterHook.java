package io.foreread.agent.hook;

import io.foreread.agent.probe.HookNames;

/** Bytes of compressed sstables on their way to disk. */
public final class CompressedWriterHook extends Hook {
    public CompressedWriterHook() {
        super(
                HookNames.COMPRESSED_WRITER,
                "org.apache.cassandra.io.compress.CompressedSequentialWriter",
                "all",
                AdviceWeave.of("flushData", "()V", "CompressedFlushAdvice"));
    }
}
