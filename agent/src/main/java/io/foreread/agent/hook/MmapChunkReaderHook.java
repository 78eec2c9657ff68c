package io.foreread.agent.hook;

import java.util.Collections;
import java.util.List;

/** Chunk accesses under mmap, where the read is a page fault that nobody else sees. */
public final class MmapChunkReaderHook implements Hook {
    @Override
    public String name() {
        return "mmap-chunk-reader";
    }

    @Override
    public String typeName() {
        return "org.apache.cassandra.io.util.CompressedChunkReader$Mmap";
    }

    @Override
    public List<Weave> weaves() {
        return Collections.singletonList(
                AdviceWeave.of("readChunk", "(JLjava/nio/ByteBuffer;)V", "MmapChunkReadAdvice"));
    }

    @Override
    public String lines() {
        return "all";
    }
}
