package io.foreread.it.writer;

import static org.assertj.core.api.Assertions.assertThat;

import io.foreread.agent.probe.HookSwitch;
import io.foreread.agent.resident.dispatch.WriterDispatch;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Consumer;
import org.apache.cassandra.io.compress.CompressionMetadata;
import org.apache.cassandra.io.compress.LZ4Compressor;
import org.junit.jupiter.api.Test;

/** Checks the positions and sizes that a writer shows while it compresses ahead, and what its listener learns. */
class WriterPositionRules extends ComparedWriters {
    private static final int CHECKSUM_BYTES = 4;

    @Test
    void theFilePointerIncludesEveryFullChunk() {
        assertEqual(
                compression(LZ4, 16),
                (writer, seen) -> repeat(writer, 60, written -> {
                    seen.add(written.writer.getOnDiskFilePointer());
                    seen.add(written.writer.position());
                    assertThat(written.fileBytes()).isGreaterThanOrEqualTo(written.writer.getOnDiskFilePointer());
                }));
    }

    @Test
    void theSizeAtEachPartitionIsThatOfStock() {
        for (RuleData data : RuleData.values())
            assertEqual(compression(LZ4, 4), (writer, seen) -> {
                Random random = new Random(3);
                for (int i = 0; i < 200; i++) {
                    data.write(writer.writer, random, 1 + random.nextInt(2000));
                    seen.add(writer.writer.getEstimatedOnDiskBytesWritten());
                }
            });
    }

    /** Compactions compare the size with a limit, and close the output if it is larger. */
    @Test
    void theOutputIsSplitWhereStockSplitsIt() {
        for (RuleData data : RuleData.values())
            for (long limit = 20_000; limit < 60_000; limit += 1111) {
                long limitBytes = limit;
                assertEqual(compression(LZ4, 4), (writer, seen) -> {
                    Random random = new Random(4);
                    boolean exceeded = false;
                    for (int i = 0; i < 300 && !exceeded; i++) {
                        data.write(writer.writer, random, 1 + random.nextInt(800));
                        WriterDispatch.limit(limitBytes);
                        long size = writer.writer.getEstimatedOnDiskBytesWritten();
                        WriterDispatch.limit(0);
                        exceeded = size > limitBytes;
                        if (exceeded) seen.add(i + ": " + size);
                    }
                });
            }
    }

    @Test
    void sizesWithinTheLimitDoNotWait() throws Exception {
        RuleWriter writer = openWithHeldChunk();
        long bytes = onDiskBytes(writer, 1 << 20);
        assertThat(bytes).isPositive().isLessThan(4 * KIB);
        long maxChunkBytes = LZ4Compressor.create(Map.of()).initialCompressedBufferLength(4 * KIB);
        long maxBytes = bytes + HELD_CHUNKS * (maxChunkBytes + CHECKSUM_BYTES);
        assertThat(onDiskBytes(writer, maxBytes))
                .as("a limit that the chunks cannot exceed")
                .isEqualTo(bytes);
        RuleCompressor.release();
        assertThat(onDiskBytes(writer, maxBytes - 1))
                .as("a limit that they could exceed")
                .isGreaterThan(bytes);
        writer.finish();
    }

    private static long onDiskBytes(RuleWriter writer, long limitBytes) {
        WriterDispatch.limit(limitBytes);
        try {
            return writer.writer.getEstimatedOnDiskBytesWritten();
        } finally {
            WriterDispatch.limit(0);
        }
    }

    @Test
    void aLimitOfAHookThatIsSwitchedOffIsIgnored() throws Exception {
        for (String hook : List.of("max-size-writer", "leveled-writer", "splitting-writer")) {
            RuleWriter writer = RuleWriter.open(LZ4, 4);
            RuleData.NOISE.write(writer.writer, new Random(1), 24 * KIB);
            HookSwitch.of(hook).on = false;
            WriterDispatch.limit(1 << 20);
            assertThat(writer.writer.getEstimatedOnDiskBytesWritten()).as(hook).isGreaterThan(20 * KIB);
            WriterDispatch.limit(0);
            HookSwitch.of(hook).on = true;
            writer.finish();
        }
    }

    @Test
    void anSstableThatIsOpenedEarlyHasEveryChunkBeforeItsEnd() {
        assertEqual(
                compression(LZ4, 16),
                (writer, seen) -> repeat(writer, 60, written -> {
                    long full = (written.writer.position() - 1) / written.chunkBytes * written.chunkBytes;
                    if (full <= 0) return;
                    openEarly(
                            written,
                            full,
                            metadata -> seen.add(metadata.dataLength + " " + metadata.compressedFileLength + " "
                                    + metadata.chunkFor(full - 1).offset + " " + metadata.chunkFor(0).length));
                }));
    }

    @Test
    void theListenerLearnsOnlyOffsetsThatAreInTheFile() {
        RuleWriter writer = RuleWriter.open(LZ4, 16);
        repeat(writer, 60, written -> {
            List<Long> offsets = written.flushedOffsets;
            if (offsets.isEmpty()) return;
            long last = offsets.get(offsets.size() - 1);
            assertThat(offsets).isSorted();
            assertThat(last).isLessThanOrEqualTo(written.writer.position());
            openEarly(written, last, metadata -> {});
        });
        long length = writer.writer.position();
        writer.finish();
        assertThat(writer.flushedOffsets).endsWith(length);
    }

    /** From 5.0 on the listener of a BTI sstable opens it early. */
    @Test
    void theListenerCanOpenTheSstable() {
        RuleWriter writer = RuleWriter.open(LZ4, 4);
        writer.onFlush = () -> {
            long offset = writer.writer.getLastFlushOffset();
            openEarly(
                    writer, offset, metadata -> assertThat(metadata.dataLength).isEqualTo(offset));
        };
        RuleData.MIXED.write(writer.writer, new Random(5), 400_001);
        writer.finish();
        assertThat(writer.flushedOffsets).hasSizeGreaterThan(10).isSorted();
    }

    /** In 5.0 the listener of an index of BTI opens the sstable, and the listener of the data must not do so within this call. */
    @Test
    void aDrainDoesNotCallTheListener() {
        RuleWriter writer = RuleWriter.open(LZ4, 4);
        RuleData.TEXT.write(writer.writer, new Random(5), 24 * KIB);
        List<Long> before = List.copyOf(writer.flushedOffsets);
        openEarly(writer, 4 * KIB, metadata -> {});
        writer.writer.getOnDiskFilePointer();
        writer.writer.getEstimatedOnDiskBytesWritten();
        assertThat(writer.flushedOffsets).isEqualTo(before);
        RuleData.TEXT.write(writer.writer, new Random(5), 8 * KIB);
        assertThat(writer.flushedOffsets).hasSizeGreaterThan(before.size());
        writer.finish();
    }

    /** Opens the metadata of the first bytes of a writer, all of which must be in the file. */
    private static void openEarly(RuleWriter writer, long bytes, Consumer<CompressionMetadata> look) {
        CompressionMetadata metadata = writer.writer.open(bytes);
        try {
            assertThat(writer.fileBytes()).isGreaterThanOrEqualTo(metadata.compressedFileLength);
            look.accept(metadata);
        } finally {
            metadata.close();
        }
    }
}
