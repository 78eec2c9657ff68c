package io.foreread.agent.hook;

import io.foreread.agent.probe.HookNames;

/** Chunk accesses under mmap, where the read is a page fault that nobody else sees. */
public final class MmapChunkReaderHook extends Hook {
    public MmapChunkReaderHook() {
        super(
                HookNames.MMAP_CHUNK_READER,
                "org.apache.cassandra.io.util.CompressedChunkReader$Mmap",
                "all",
                AdviceWeave.of("readChunk", "(JLjava/nio/ByteBuffer;)V", "MmapChunkReadAdvice"));
    }
}
