package io.foreread.it.mutation;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Locale;

/** A change of the reader's source that introduces a defect, and the test that detects it. */
enum SeededDefect {
    OFF_BY_ONE_AT_THE_BLOCK_BORDER(
            "ReaderRules.aChunkAcrossABlockBoundaryIsComplete",
            "io/foreread/agent/readahead/ReadAheadBuffer.java",
            "int tailBytes = continues ? (int) (heldEnd - offset) : 0;",
            "int tailBytes = continues ? (int) (heldEnd - offset) - 1 : 0;"),
    CRC_SKIPPED(
            "ReaderRules.aDamagedChecksumIsDetectedIfChecksumsAreChecked",
            "io/foreread/agent/reader/ChunkDecoder.java",
            "boolean checked = checksEveryChunk || shouldCheckCrc() || chunkPosition == refusedPosition;",
            "boolean checked = false;"),
    CRC_OF_A_SCAN_WITHOUT_INDEX_SKIPPED(
            "SequentialRules.aScanWithoutTheIndexChecksEachChunkIfTheChanceIsLoweredMeanwhile",
            "io/foreread/agent/reader/Scan.java",
            "rebufferer.checkEveryChunk();",
            ""),
    /** Releases memory directly after its allocation, so the next scan allocates the same memory. */
    BUFFER_FREED_EARLY(
            "MemoryRules.concurrentScansDoNotShareMemory",
            "io/foreread/agent/reader/ScanMemory.java",
            "uncompressed = layout.uncompressed(allocated.memory());",
            "uncompressed = layout.uncompressed(allocated.memory());\n        pool.release(allocated);"),
    WRONG_EOF_BOUND(
            "ReaderRules.nothingIsReadBeyondTheEndOfAnSstableThatIsBeingWritten",
            "io/foreread/agent/reader/ChunkDecoder.java",
            "metadata.compressedFileLength,",
            "channel.size(),"),
    END_OF_AN_UNCOMPRESSED_SSTABLE_IGNORED(
            "PlainEndRules.nothingIsReturnedBeyondTheEndOfAnSstableThatIsBeingWritten",
            "io/foreread/agent/reader/PlainData.java",
            "source.fileBytes(),",
            "Long.MAX_VALUE,"),
    OVERWRITTEN_BLOCK_STILL_VISIBLE(
            "PlainRules.aScanThatFailedReturnsNoByteOfItsPreviousBlock",
            "io/foreread/agent/reader/PlainData.java",
            "block.position(0).limit(0);",
            ""),
    INTERRUPTED_FILE_READ_AGAIN(
            "WholeFileRules.anInterruptedThreadFailsLikeStock",
            "io/foreread/agent/reader/SequentialRebufferer.java",
            "if (!sharesChannel || !(e.getCause() instanceof ClosedByInterruptException)) throw e;",
            "if (!(e.getCause() instanceof ClosedByInterruptException)) throw e;"),
    RAW_CHUNK_DECOMPRESSED(
            "ReaderRules.aChunkStoredUncompressedIsNotDecompressed",
            "io/foreread/agent/reader/ChunkDecoder.java",
            "if (chunk.length >= format.maxCompressedLength) {",
            "if (chunk.length > format.maxCompressedLength) {"),
    RAMP_IGNORED(
            "ReaderRules.noByteIsReadTwiceAndARampStartsWithOneChunk",
            "io/foreread/agent/reader/ReadAheadReaders.java",
            "FillSize fillSize = pattern == Pattern.RAMP ? FillSize.ramp() : FillSize.full();",
            "FillSize fillSize = FillSize.full();"),
    MEMORY_RELEASED_DURING_DECOMPRESSION(
            "AheadRules.closingAScanWaitsUntilItsThreadNoLongerUsesItsMemory",
            "io/foreread/agent/reader/CompressedData.java",
            "        ahead.close();",
            ""),
    DESCRIPTOR_LEFT_OPEN(
            "ScanFileRules.aScanKeepsItsOwnDescriptorOpenUntilItsReaderIsClosed",
            "io/foreread/agent/reader/CompressedData.java",
            "decoder.close();",
            ""),
    REST_OF_A_PARTITION_NOT_SKIPPED(
            "SequentialRules.aPartitionThatIsNotReadToItsEndIsFollowedByTheNext",
            "io/foreread/agent/reader/SequentialPartitions.java",
            "while (partition.hasNext()) partition.next();",
            ""),
    LAST_PARTITION_OF_A_RANGE_LEFT_OUT(
            "SequentialRules.rangesOfEveryKindReturnTheSamePartitionsAsAScanWithTheIndex",
            "io/foreread/agent/reader/SequentialPartitions.java",
            "range.inclusiveRight() ? Operator.GT : Operator.GE",
            "Operator.GE"),
    PARTITION_OUT_OF_ITS_RANGE_RETURNED(
            "MisorderedRules.aPartitionOutsideItsRangeFailsTheScanButIsNotCorruption",
            "io/foreread/agent/reader/SequentialPartitions.java",
            "if (!Objects.requireNonNull(range).contains(partition.partitionKey())) refuse(partition.partitionKey());",
            ""),
    FAILURE_FORGOTTEN(
            "FailedScanRules.afterAnErrorAScanDoesNotContinueWithinAPartition",
            "io/foreread/agent/reader/SequentialPartitions.java",
            "if (failure != null) throw failedBefore();",
            "");

    /** The class and method of the test that must fail. */
    final String caughtBy;

    private final SourceChange change;

    SeededDefect(String caughtBy, String source, String right, String wrong) {
        this.caughtBy = caughtBy;
        change = new SourceChange(source, right, wrong);
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
