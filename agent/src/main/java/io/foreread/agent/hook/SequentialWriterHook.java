package io.foreread.agent.hook;

import io.foreread.agent.probe.HookNames;

/** Counts the bytes that are written to uncompressed Data.db files. */
public final class SequentialWriterHook extends Hook {
    public SequentialWriterHook() {
        super(
                HookNames.SEQUENTIAL_WRITER,
                "org.apache.cassandra.io.util.SequentialWriter",
                "all",
                AdviceWeave.of("flushData", "()V", "PlainFlushAdvice"));
    }
}
