package io.foreread.agent.hook;

import java.util.Collections;
import java.util.List;

/** Bytes of uncompressed sstables on their way to disk. */
public final class SequentialWriterHook implements Hook {
    @Override
    public String name() {
        return "sequential-writer";
    }

    @Override
    public String typeName() {
        return "org.apache.cassandra.io.util.SequentialWriter";
    }

    @Override
    public List<Weave> weaves() {
        return Collections.singletonList(AdviceWeave.of("flushData", "()V", "PlainFlushAdvice"));
    }

    @Override
    public String lines() {
        return "all";
    }
}
