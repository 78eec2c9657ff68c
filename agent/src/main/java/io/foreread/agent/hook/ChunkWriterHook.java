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
                        "65ccb7f4-541",
                        "739ab5fa-609",
                        "a0bd4ab5-609",
                        "6f7bcb32-663"),
                KnownClass.of(
                        COMPRESS + "CompressedSequentialWriter$TransactionalProxy",
                        "6e9fbaa8-93",
                        "b1f60b7-93",
                        "cb26f02a-92"),
                KnownClass.of(
                        COMPRESS + "CompressionMetadata$Writer",
                        "eb641f37-426",
                        "ec87c71a-437",
                        "e641991a-386",
                        "5f032677-362"),
                KnownClass.of(
                        UTIL + "SequentialWriter",
                        "caae31-445",
                        "54d91404-468",
                        "da37455e-468",
                        "8ad77f3-494",
                        "e6339647-502"),
                KnownClass.of(UTIL + "SequentialWriter$TransactionalProxy", "b29929b0-53"),
                KnownClass.of(
                        UTIL + "BufferedDataOutputStreamPlus",
                        "baa9d69e-582",
                        "3fc5be71-442",
                        "eb26c038-449",
                        "6293f805-588"),
                KnownClass.of(UTIL + "ChecksumWriter", "c091fdf8-236", "631690af-179", "60b0b75b-185", "a8d942f6-156"),
                KnownClass.of(
                        "org.apache.cassandra.utils.concurrent.Transactional$AbstractTransactional",
                        "94409f4f-152",
                        "bb725ad0-140",
                        "aafc027a-142"),
                AdviceWeave.of("flushData", "()V", "ChunkFlushAdvice"),
                AdviceWeave.of("getOnDiskFilePointer", "()J", "ChunkDrainAdvice"),
                AdviceWeave.of("open", "(J)Lorg/apache/cassandra/io/compress/CompressionMetadata;", "ChunkDrainAdvice"),
                AdviceWeave.of("getEstimatedOnDiskBytesWritten", "()J", "ChunkSizeAdvice"),
                AdviceWeave.of("mark", "()Lorg/apache/cassandra/io/util/DataPosition;", "ChunkRetireAdvice"),
                AdviceWeave.of(
                        "resetAndTruncate", "(Lorg/apache/cassandra/io/util/DataPosition;)V", "ChunkRetireAdvice"));
    }
}
