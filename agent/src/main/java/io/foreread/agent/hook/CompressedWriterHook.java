package io.foreread.agent.hook;

/** Bytes of compressed sstables on their way to disk. */
public final class CompressedWriterHook extends Hook {
    public CompressedWriterHook() {
        super(
                "compressed-writer",
                "org.apache.cassandra.io.compress.CompressedSequentialWriter",
                "all",
                AdviceWeave.of("flushData", "()V", "CompressedFlushAdvice"));
    }
}
