package io.foreread.it.mutation;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Locale;

/** A change of the source of compress-ahead that introduces a defect, and the rule that detects it. */
enum WriterDefect {
    FILE_POINTER_NOT_DRAINED(
            "WriterPositionRules.theFilePointerIncludesEveryFullChunk",
            "hook/ChunkWriterHook.java",
            "AdviceWeave.of(\"getOnDiskFilePointer\", \"()J\", \"ChunkDrainAdvice\"),",
            ""),
    EARLY_OPEN_NOT_DRAINED(
            "WriterPositionRules.anSstableThatIsOpenedEarlyHasEveryChunkBeforeItsEnd",
            "hook/ChunkWriterHook.java",
            "AdviceWeave.of(\"open\", \"(J)Lorg/apache/cassandra/io/compress/CompressionMetadata;\","
                    + " \"ChunkDrainAdvice\"),",
            ""),
    MARK_NOT_RETIRED(
            "WriterRules.aWriterThatWasMarkedIsStock",
            "hook/ChunkWriterHook.java",
            "AdviceWeave.of(\"mark\", \"()Lorg/apache/cassandra/io/util/DataPosition;\", \"ChunkRetireAdvice\"),",
            ""),
    CHUNKS_IN_ANOTHER_ORDER(
            "WriterRules.everyComponentEqualsThatOfStockForEachCompressorChunkLengthAndLength",
            "writeahead/RingState.java",
            "return next;",
            "return written % 2 == 0 && submitted > written + 1 ? index(written + 1) : next;"),
    CHUNK_COMPRESSED_TWICE(
            "WriterRules.everyComponentEqualsThatOfStockForEachCompressorChunkLengthAndLength",
            "writer/ChunkCompression.java",
            "compressed ? chunk : compressor.compress(chunk)",
            "compressor.compress(chunk)"),
    OWNER_SHARES_THE_MEMORY_OF_THE_OTHER_THREAD(
            "WriterRules.everyComponentEqualsThatOfStockForEachCompressorChunkLengthAndLength",
            "writer/WriterMemory.java",
            "view(BUFFERS * chunkBytes + compressedBytes, compressedBytes)",
            "view(BUFFERS * chunkBytes, compressedBytes)"),
    BUFFER_REUSED_BEFORE_ITS_CHUNK_IS_WRITTEN(
            "WriterRules.everyComponentEqualsThatOfStockForEachCompressorChunkLengthAndLength",
            "writeahead/RingState.java",
            "return index(submitted);",
            "return index(written);"),
    MEMORY_RELEASED_DURING_COMPRESSION(
            "WriterFaultRules.anAbortWaitsForTheThreadThatCompressesBeforeMemoryIsFreed",
            "writer/WriterRun.java",
            "ring.stop();\n        own.clear();",
            "own.clear();"),
    MEMORY_RELEASED_DURING_COMPRESSION_BY_THE_THREAD_THAT_WRITES(
            "WriterFaultRules.anAbortByTheThreadThatWritesWaitsForTheThreadThatCompresses",
            "writer/WriterRun.java",
            "ring.stop();\n        ByteBuffer",
            "ByteBuffer"),
    MEMORY_OF_A_THREAD_THAT_WRITES_USED_AGAIN(
            "WriterMemoryRules.memoryOfAnAbortedWriterIsNotUsedWhileItsThreadCanWriteToIt",
            "writer/WriterMemory.java",
            "pool.abandon(allocation);",
            "pool.release(allocation);"),
    WRITER_OF_A_FLUSH_ENDED_BY_ANOTHER_THREAD(
            "WriterChoiceRules.aFlushDoesNotEndItsEarlierWriters",
            "writer/AheadChoice.java",
            "if (committedElsewhere && ThreadWriters.areMany()) return false;",
            ""),
    COMMIT_WITH_A_PENDING_CHUNK(
            "WriterFaultRules.aCommitWaitsForEveryChunk",
            "hook/WriterCommitHook.java",
            "AdviceWeave.of(\"prepareToCommit\", \"()V\", \"WriterPrepareAdvice\"),",
            ""),
    FAILURE_FORGOTTEN(
            "WriterFaultRules.aFailureOfTheCompressorHasTheSameTypeAndNoCommitFollows",
            "writer/CompressedWriter.java",
            "state = State.FAILED;\n        end(writer);",
            "end(writer);"),
    EXCEPTION_THROWN_BY_SEVERAL_CALLS(
            "WriterFaultRules.aFailureOfTheCompressorHasTheSameTypeAndNoCommitFollows",
            "writer/CompressedWriter.java",
            "failureThrown = true;",
            ""),
    FAILURE_NOT_CHECKED_BY_A_DRAIN(
            "WriterFaultRules.aFailureIsThrownByTheFirstDrain",
            "writer/CompressedWriter.java",
            "if (current.ring.failure() != null) throw fail(writer, current);",
            ""),
    LISTENER_CALLED_BY_A_DRAIN(
            "WriterPositionRules.aDrainDoesNotCallTheListener",
            "writer/CompressedWriter.java",
            "            listenerDue = true;",
            "            WriterFields.runPostFlush(writer);"),
    SYNC_NOT_DRAINED(
            "WriterRules.aSyncWaitsForEveryChunkAndWritesTheLast",
            "hook/WriterCommitHook.java",
            "AdviceWeave.of(\"syncDataOnlyInternal\", \"()V\", \"ChunkDrainAdvice\"),",
            ""),
    FINISH_WITH_A_PENDING_CHUNK(
            "WriterFaultRules.aCommitWaitsForEveryChunk",
            "hook/WriterCommitHook.java",
            "AdviceWeave.of(\"finish\", \"()V\", \"WriterPrepareAdvice\"),",
            ""),
    CLOSE_DURING_COMPRESSION(
            "WriterFaultRules.aCloseWaitsForTheThreadThatCompressesBeforeMemoryIsFreed",
            "hook/WriterCommitHook.java",
            "AdviceWeave.of(\"close\", \"()V\", \"WriterCloseAdvice\"),",
            ""),
    ABORTED_WRITER_FINISHED_ON_CLOSE(
            "WriterFaultRules.aWriterThatFinishesWhenItIsClosedIsComplete",
            "writer/CompressedWriter.java",
            "return WriterFields.finishesOnClose(writer);",
            "return false;"),
    PARTIAL_WRITE_OF_ANOTHER_TYPE(
            "WriterFaultRules.aFullDiskAtAnyChunkIsAWriteErrorOfTheSameFileAndNoCommitFollows",
            "writer/ChunkCompression.java",
            "throw new IOError(e);",
            "throw e;"),
    IDLE_WRITERS_KEEP_THEIR_MEMORY(
            "WriterChoiceRules.aThreadKeepsTheMemoryOfItsLastWritersOnly",
            "writer/CompressedWriter.java",
            "if (idle != null) idle.leave();",
            ""),
    FILE_NOT_CHECKED(
            "WriterCompletenessRules.anIncompleteFileIsNotCommitted",
            "writer/CompressedWriter.java",
            "check((CompressedSequentialWriter) writer);",
            ""),
    CHUNKS_NOT_COUNTED(
            "WriterCompletenessRules.aFileThatLacksAChunkIsNotCommitted",
            "writer/WriterFailures.java",
            "WriterFields.hasAllChunks(writer) ? null",
            "true ? null"),
    SIZE_WITHOUT_PENDING_CHUNKS(
            "WriterPositionRules.theSizeAtEachPartitionIsThatOfStock",
            "writer/CompressedWriter.java",
            "drain(writer);\n        return WriterFields.chunkOffset(writer);",
            "return onDiskBytes;"),
    OFFSET_LEFT_OUT(
            "WriterRules.everyComponentEqualsThatOfStockForEachCompressorChunkLengthAndLength",
            "writer/WriterFields.java",
            "((CompressionMetadata.Writer) METADATA.invokeExact(writer)).addOffset(offset);",
            "");

    /** The class and method of the rule that must fail. */
    final String caughtBy;

    private final SourceChange change;

    WriterDefect(String caughtBy, String source, String right, String wrong) {
        this.caughtBy = caughtBy;
        change = new SourceChange("io/foreread/agent/" + source, right, wrong);
    }

    /** @see SourceChange#writeTo */
    Path writeTo(Path directory) throws IOException {
        return change.writeTo(directory);
    }

    /** @see SourceChange#compileIn */
    Path compileIn(Path directory, String classPath) throws IOException {
        return change.compileIn(directory, classPath);
    }

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }
}
