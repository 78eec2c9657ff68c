package io.foreread.agent.hook;

import io.foreread.agent.probe.HookNames;

/** Counts and times the chunks that are written to compressed Data.db files. */
public final class CompressedWriterHook extends Hook {
    public CompressedWriterHook() {
        super(
                HookNames.COMPRESSED_WRITER,
                "org.apache.cassandra.io.compress.CompressedSequentialWriter",
                "all",
                AdviceWeave.of("flushData", "()V", "CompressedFlushAdvice"));
    }
}
