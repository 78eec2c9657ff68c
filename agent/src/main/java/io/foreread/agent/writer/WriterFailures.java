package io.foreread.agent.writer;

import java.io.IOException;
import org.apache.cassandra.io.FSWriteError;
import org.apache.cassandra.io.compress.CompressedSequentialWriter;
import org.jspecify.annotations.Nullable;

/** Finds and throws failures of a writer. Stateless. */
final class WriterFailures {
    private WriterFailures() {}

    /**
     * Throws what Cassandra's code would have thrown for a chunk that could not be written.
     *
     * @param path of the file
     * @return never; the type is for the caller's {@code throw}
     */
    static RuntimeException rethrow(@Nullable Throwable failure, String path) {
        if (failure instanceof IOException) throw new FSWriteError(failure, path);
        if (failure instanceof Error) throw (Error) failure;
        throw failure instanceof RuntimeException ? (RuntimeException) failure : new IllegalStateException(failure);
    }

    /** @return null if the file ends after the last chunk and there is an offset for each chunk; otherwise what is wrong */
    static @Nullable IOException incomplete(CompressedSequentialWriter writer) {
        try {
            long fileBytes = WriterFields.channel(writer).size();
            long expectedBytes = WriterFields.chunkOffset(writer);
            return fileBytes == expectedBytes && WriterFields.hasAllOffsets(writer)
                    ? null
                    : new IOException("incomplete: " + fileBytes + " bytes instead of " + expectedBytes
                            + ", or chunks without offset");
        } catch (IOException e) {
            return e;
        }
    }
}
