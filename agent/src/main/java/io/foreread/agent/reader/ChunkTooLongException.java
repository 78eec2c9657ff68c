package io.foreread.agent.reader;

/**
 * Thrown if a chunk is longer than its compressor makes chunks, or has a negative length, because CompressionInfo.db is
 * damaged. Cassandra's reader then serves the chunk, and fails as it does without the agent: the reader of a mapped file
 * allocates no memory for a chunk. (With assertions, Cassandra does not open a mapped file with such a table.) It has no stack trace, because its cause is in the file.
 */
final class ChunkTooLongException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    ChunkTooLongException(int bytes) {
        super("a chunk of " + bytes + " bytes", null, false, false);
    }
}
