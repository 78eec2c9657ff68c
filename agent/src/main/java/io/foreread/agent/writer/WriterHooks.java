package io.foreread.agent.writer;

/**
 * Names the hooks of writers. Without the first two, no writer compresses ahead. The others pass the limits of compactions that
 * split their output. While one of them is switched off, each query of the size of an output waits for all of its chunks. The
 * compiler copies these constants: a hook that uses one does not load this class.
 */
public final class WriterHooks {
    public static final String CHUNK_WRITER = "chunk-writer";
    public static final String WRITER_COMMIT = "writer-commit";

    public static final String MAX_SIZE_WRITER = "max-size-writer";
    public static final String LEVELED_WRITER = "leveled-writer";
    public static final String SPLITTING_WRITER = "splitting-writer";

    private WriterHooks() {}
}
