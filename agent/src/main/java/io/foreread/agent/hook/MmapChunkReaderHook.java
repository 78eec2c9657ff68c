package io.foreread.agent.hook;

/** Chunk accesses under mmap, where the read is a page fault that nobody else sees. */
public final class MmapChunkReaderHook extends Hook {
    public MmapChunkReaderHook() {
        super(
                "mmap-chunk-reader",
                "org.apache.cassandra.io.util.CompressedChunkReader$Mmap",
                "all",
                AdviceWeave.of("readChunk", "(JLjava/nio/ByteBuffer;)V", "MmapChunkReadAdvice"));
    }
}
