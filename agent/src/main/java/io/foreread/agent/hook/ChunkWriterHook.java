package io.foreread.agent.hook;

import io.foreread.agent.writer.WriterHooks;

/**
 * Compresses and writes the chunks of Data.db on another thread. It works together with {@link WriterCommitHook}.
 *
 * <p>Methods that need all chunks in the file wait for them. The landmarks are all classes that take part in writing a chunk or
 * in a commit, with the code of the releases that were examined, because a method that misses a chunk would lose data.
 */
public final class ChunkWriterHook extends Hook {
    private static final String COMPRESS = "org.apache.cassandra.io.compress.";
    private static final String UTIL = "org.apache.cassandra.io.util.";

    public ChunkWriterHook() {
        super(
                WriterHooks.CHUNK_WRITER,
                COMPRESS + "CompressedSequentialWriter",
                "3.11, 4.0, 4.1, 5.0",
                KnownClass.of(
                        COMPRESS + "CompressedSequentialWriter",
                        "a6ee1a87-577",
                        "7f97ff0a-650",
                        "2f077881-650",
                        "a3acc314-707"),
                KnownClass.of(
                        COMPRESS + "CompressedSequentialWriter$TransactionalProxy",
                        "b7c963a-98",
                        "eddd2840-98",
                        "cd39b52-97"),
                KnownClass.of(
                        COMPRESS + "CompressionMetadata$Writer",
                        "a78f2cda-473",
                        "9312b37b-485",
                        "1d1ae1ab-420",
                        "5e166622-389"),
                KnownClass.of(
                        UTIL + "SequentialWriter",
                        "95b29ea7-487",
                        "6b19444e-511",
                        "fb3b6c76-511",
                        "c4718c7f-537",
                        "2b84e463-545"),
                KnownClass.of(UTIL + "SequentialWriter$TransactionalProxy", "b2697cc6-62"),
                KnownClass.of(
                        UTIL + "BufferedDataOutputStreamPlus",
                        "8344f833-624",
                        "e3b0e327-472",
                        "4fd34f2e-482",
                        "afbb2b42-635"),
                KnownClass.of(UTIL + "ChecksumWriter", "81d01d8a-280", "4ff091d7-209", "4e2d8bb8-215", "cfe97334-179"),
                KnownClass.of(
                        "org.apache.cassandra.utils.concurrent.Transactional$AbstractTransactional",
                        "14000dea-161",
                        "83c00eb1-149",
                        "962fdc56-151"),
                AdviceWeave.of("flushData", "()V", "ChunkFlushAdvice"),
                AdviceWeave.of("getOnDiskFilePointer", "()J", "ChunkDrainAdvice"),
                AdviceWeave.of("open", "(J)Lorg/apache/cassandra/io/compress/CompressionMetadata;", "ChunkDrainAdvice"),
                AdviceWeave.of("getEstimatedOnDiskBytesWritten", "()J", "ChunkSizeAdvice"),
                AdviceWeave.of("mark", "()Lorg/apache/cassandra/io/util/DataPosition;", "ChunkRetireAdvice"),
                AdviceWeave.of(
                        "resetAndTruncate", "(Lorg/apache/cassandra/io/util/DataPosition;)V", "ChunkRetireAdvice"));
    }
}
