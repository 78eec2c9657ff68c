package io.foreread.agent.hook;

import io.foreread.agent.probe.HookNames;

/** Counts chunk accesses under mmap, where a read is a page fault that no other hook observes. */
public final class MmapChunkReaderHook extends Hook {
    public MmapChunkReaderHook() {
        super(
                HookNames.MMAP_CHUNK_READER,
                "org.apache.cassandra.io.util.CompressedChunkReader$Mmap",
                "all",
                AdviceWeave.of("readChunk", "(JLjava/nio/ByteBuffer;)V", "MmapChunkReadAdvice"));
    }
}
