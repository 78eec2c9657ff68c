package io.foreread.agent.hook;

import java.util.Collections;
import java.util.List;

/** Bytes of compressed sstables on their way to disk. */
public final class CompressedWriterHook implements Hook {
    @Override
    public String name() {
        return "compressed-writer";
    }

    @Override
    public String typeName() {
        return "org.apache.cassandra.io.compress.CompressedSequentialWriter";
    }

    @Override
    public List<Weave> weaves() {
        return Collections.singletonList(AdviceWeave.of("flushData", "()V", "CompressedFlushAdvice"));
    }

    @Override
    public String lines() {
        return "all";
    }
}
