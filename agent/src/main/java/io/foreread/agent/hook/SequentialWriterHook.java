package io.foreread.agent.hook;

import io.foreread.agent.probe.HookNames;

/** Bytes of uncompressed sstables on their way to disk. */
public final class SequentialWriterHook extends Hook {
    public SequentialWriterHook() {
        super(
                HookNames.SEQUENTIAL_WRITER,
                "org.apache.cassandra.io.util.SequentialWriter",
                "all",
                AdviceWeave.of("flushData", "()V", "PlainFlushAdvice"));
    }
}
