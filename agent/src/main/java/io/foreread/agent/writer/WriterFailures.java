package io.foreread.agent.writer;

import java.io.IOError;
import java.io.IOException;
import org.apache.cassandra.io.FSWriteError;
import org.apache.cassandra.io.compress.CompressedSequentialWriter;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Finds and throws failures of a writer. Stateless. */
final class WriterFailures {
    private static final Logger logger = LoggerFactory.getLogger("io.foreread.ReadAhead");

    private WriterFailures() {}

    /**
     * Throws what Cassandra's code would have thrown for a chunk that could not be written. No exception is thrown twice:
     * Cassandra adds the exceptions of several calls to each other, and an exception cannot be added to itself.
     *
     * @param path of the file
     * @param again whether this was called before for the same failure
     * @return never; the type is for the caller's {@code throw}
     */
    static RuntimeException rethrow(@Nullable Throwable failure, String path, boolean again) {
        if (failure instanceof IOException) throw new FSWriteError(failure, path);
        // Not an FSError, which is a subclass.
        if (failure != null && failure.getClass() == IOError.class) throw new IOError(failure.getCause());
        if (again || failure == null) throw new RuntimeException(ChunkCompressor.FAILED, failure);
        if (failure instanceof Error) throw (Error) failure;
        throw failure instanceof RuntimeException ? (RuntimeException) failure : new IllegalStateException(failure);
    }

    /** Logs that writers cannot be prepared, in this class because the agent loads it after Cassandra has set up its logging. */
    static void unavailable(Throwable failure) {
        try {
            logger.warn(
                    "Foreread cannot compress ahead in this node until the agent starts again. Report this to Foreread",
                    failure);
        } catch (RuntimeException | Error e) {
            // A failure of the log is no failure of the writer.
        }
    }

    /**
     * Logs a failure that no call has thrown, because the writer was aborted for another reason before its next call.
     *
     * @param failure null if there is none
     * @param path of the file
     */
    static void logUnreported(@Nullable Throwable failure, String path) {
        if (failure != null)
            logger.warn(
                    "Could not write a chunk of {}. Its operation has ended for another reason, so Cassandra does not report this",
                    path,
                    failure);
    }

    /**
     * @return null if no chunk is missing, each has an offset, and the file ends after the last one; otherwise what is wrong
     */
    static @Nullable IOException incomplete(CompressedSequentialWriter writer) {
        try {
            long fileBytes = WriterFields.channel(writer).size();
            long expectedBytes = WriterFields.chunkOffset(writer);
            if (fileBytes != expectedBytes)
                return missing("the file has " + fileBytes + " bytes instead of " + expectedBytes);
            if (!WriterFields.hasAllOffsets(writer)) return missing("the offset of a chunk is missing");
            return WriterFields.hasAllChunks(writer) ? null : missing("a chunk is missing");
        } catch (IOException e) {
            return e;
        }
    }

    private static IOException missing(String what) {
        return new IOException(
                what + " after compressing ahead. Set compress-ahead to off, and report this to Foreread");
    }
}
