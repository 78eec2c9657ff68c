package io.foreread.agent.hook;

/** Bytes of uncompressed sstables on their way to disk. */
public final class SequentialWriterHook extends Hook {
    public SequentialWriterHook() {
        super(
                "sequential-writer",
                "org.apache.cassandra.io.util.SequentialWriter",
                "all",
                AdviceWeave.of("flushData", "()V", "PlainFlushAdvice"));
    }
}
