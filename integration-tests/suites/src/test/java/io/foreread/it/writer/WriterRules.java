package io.foreread.it.writer;

import static org.assertj.core.api.Assertions.assertThat;

import io.foreread.agent.probe.HookSwitch;
import io.foreread.agent.readahead.ReadAhead;
import io.foreread.agent.resident.dispatch.Dispatch;
import io.foreread.agent.resident.dispatch.WriterDispatch;
import io.foreread.exporter.recorder.Activity;
import io.foreread.exporter.recorder.Recorders;
import io.foreread.exporter.recorder.ThreadRecord;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Consumer;
import org.apache.cassandra.io.compress.CompressedSequentialWriter;
import org.apache.cassandra.io.compress.CompressionMetadata;
import org.apache.cassandra.io.util.DataPosition;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Compares writers that compress ahead with those of the same release that do not. */
class WriterRules {
    private static final int KIB = 1 << 10;
    private static final String LZ4 = "LZ4Compressor";
    private static final String HELD = RuleCompressor.class.getName();

    @BeforeEach
    void attach() {
        RuleCompressor.reset();
        RuleWriter.attach();
        ThreadRecord.current().enter(Activity.COMPACTION);
    }

    @AfterEach
    void detach() throws InterruptedException {
        RuleCompressor.reset();
        RuleThreads.awaitNone();
        ThreadRecord.current().restore(null);
        Dispatch.toNone();
        assertThat(ReadAhead.instance().bytesInUse())
                .as("memory in use after the rule")
                .isZero();
        assertThat(ReadAhead.instance().openScans().count())
                .as("open writers after the rule")
                .isZero();
    }

    private interface Use {
        void of(RuleWriter writer, List<Object> seen);
    }

    /** What one writer has shown, its files, and whether it has compressed ahead. */
    private record Written(List<Object> seen, Map<String, byte[]> components, boolean ahead) {}

    private static Written write(ReadAhead.Mode mode, Map<String, String> compression, Use use) {
        ReadAhead.instance().compressAhead(mode);
        List<Object> seen = new ArrayList<>();
        RuleWriter writer = RuleWriter.open(compression);
        use.of(writer, seen);
        boolean ahead = isAhead();
        return new Written(seen, writer.finish(), ahead);
    }

    /** Whether the open writer, the only one, compresses ahead. */
    private static boolean isAhead() {
        return ReadAhead.instance().bytesInUse() > 0;
    }

    /** @return whether the second writer has compressed ahead until its last chunk */
    private static boolean assertEqual(Map<String, String> compression, Use use) {
        Written stock = write(ReadAhead.Mode.OFF, compression, use);
        Written ahead = write(ReadAhead.Mode.ON, compression, use);
        assertThat(stock.ahead).isFalse();
        assertThat(ahead.seen).as("seen with %s", compression).isEqualTo(stock.seen);
        assertThat(ahead.components.keySet())
                .isEqualTo(stock.components.keySet())
                .hasSize(3);
        stock.components.forEach((name, bytes) -> assertThat(Arrays.equals(ahead.components.get(name), bytes))
                .as("%s with %s", name, compression)
                .isTrue());
        return ahead.ahead;
    }

    private static Map<String, String> compression(String compressor, int chunkKib) {
        return Map.of("class", compressor, "chunk_length_in_kb", String.valueOf(chunkKib));
    }

    private static List<String> compressors() {
        List<String> compressors = new ArrayList<>();
        for (String name : List.of(LZ4, "SnappyCompressor", "DeflateCompressor", "ZstdCompressor", "NoopCompressor"))
            try {
                Class.forName("org.apache.cassandra.io.compress." + name);
                compressors.add(name);
            } catch (ClassNotFoundException e) {
                // Of a later line.
            }
        assertThat(compressors).hasSizeGreaterThanOrEqualTo(3);
        return compressors;
    }

    @Test
    void everyComponentEqualsThatOfStockForEachCompressorChunkLengthAndLength() {
        for (String compressor : compressors())
            for (int chunkKib : new int[] {4, 16, 64, 256})
                for (RuleData data : RuleData.values())
                    for (int bytes : new int[] {1, 3 * chunkKib * KIB, 20 * chunkKib * KIB + 77}) {
                        boolean ahead = assertEqual(
                                compression(compressor, chunkKib),
                                (writer, seen) -> data.write(writer.writer, new Random(bytes), bytes));
                        // The first chunk is left to Cassandra, and so is the last one, which the commit writes.
                        assertThat(ahead).isEqualTo((bytes - 1) / (chunkKib * KIB) > 1);
                    }
    }

    @Test
    void chunksThatDoNotCompressWellAreStoredAsTheyAre() {
        boolean stored = Arrays.stream(CompressedSequentialWriter.class.getDeclaredFields())
                .anyMatch(field -> field.getName().equals("maxCompressedLength"));
        Assumptions.assumeTrue(stored, "this release compresses every chunk");
        for (String ratio : List.of("1", "1.1", "2", "1000")) {
            Map<String, String> compression = new HashMap<>(compression(LZ4, 16));
            compression.put("min_compress_ratio", ratio);
            for (RuleData data : RuleData.values())
                assertEqual(compression, (writer, seen) -> data.write(writer.writer, new Random(1), 300_000));
        }
    }

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
        RuleCompressor.hold();
        RuleWriter writer = RuleWriter.open(HELD, 4);
        RuleData.TEXT.write(writer.writer, new Random(1), 24 * KIB);
        RuleCompressor.awaitHeld();
        WriterDispatch.limit(1 << 20);
        assertThat(writer.writer.getEstimatedOnDiskBytesWritten()).isPositive().isLessThan(4 * KIB);
        WriterDispatch.limit(0);
        RuleCompressor.reset();
        writer.finish();
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

    @Test
    void aSyncWaitsForEveryChunkAndWritesTheLast() {
        assertEqual(compression(LZ4, 16), (writer, seen) -> {
            RuleData.TEXT.write(writer.writer, new Random(6), 20 * 16 * KIB);
            writer.writer.sync();
            seen.add(writer.fileBytes());
            seen.add(writer.writer.getLastFlushOffset());
        });
    }

    @Test
    void aWriterThatWasMarkedIsStock() {
        assertEqual(compression(LZ4, 16), (writer, seen) -> {
            Random random = new Random(7);
            RuleData.MIXED.write(writer.writer, random, 150_000);
            for (int i = 0; i < 5; i++) {
                DataPosition mark = writer.writer.mark();
                assertThat(isAhead()).isFalse();
                RuleData.MIXED.write(writer.writer, random, 60_000);
                assertThat(isAhead()).isFalse();
                writer.writer.resetAndTruncate(mark);
                seen.add(writer.writer.position());
                RuleData.TEXT.write(writer.writer, random, 30_000);
            }
        });
    }

    @Test
    void anyOrderOfCallsShowsWhatStockShows() {
        for (int seed = 0; seed < 60; seed++) {
            int run = seed;
            RuleData data = RuleData.values()[seed % 3];
            assertEqual(compression(LZ4, 4), (writer, seen) -> {
                Random random = new Random(run);
                for (int i = 0; i < 60; i++) {
                    data.write(writer.writer, random, 1 + random.nextInt(9_000));
                    int look = random.nextInt(10);
                    if (look == 0) seen.add(writer.writer.getOnDiskFilePointer());
                    if (look == 1) seen.add(writer.writer.getEstimatedOnDiskBytesWritten());
                    if (look == 2) seen.add(writer.writer.position());
                    if (look == 3 && random.nextInt(40) == 0) writer.writer.mark();
                }
            });
        }
    }

    @Test
    void aSwitchAppliesToARunningWriter() {
        assertEqual(compression(LZ4, 4), (writer, seen) -> {
            ReadAhead.Mode mode = ReadAhead.instance().compressAhead();
            Random random = new Random(8);
            for (int i = 0; i < 6; i++) {
                RuleData.MIXED.write(writer.writer, random, 100_000);
                ReadAhead.instance().compressAhead(i % 2 == 0 ? ReadAhead.Mode.OFF : mode);
            }
        });
        assertThat(ReadAhead.instance().bytesInUse()).isZero();
    }

    @Test
    void aWriterWithoutMemoryIsStock() {
        ReadAhead.instance().budgetBytes(100 * KIB);
        long refused = Recorders.WRITES.refusedWriters();
        assertThat(assertEqual(
                        compression(LZ4, 16),
                        (writer, seen) -> RuleData.TEXT.write(writer.writer, new Random(9), 900_000)))
                .isFalse();
        assertThat(Recorders.WRITES.refusedWriters()).isEqualTo(refused + 1);
    }

    @Test
    void aWriterWithoutAThreadWritesItsChunksItself() {
        long byOtherThreads = Recorders.WRITES.chunksAhead();
        RuleThreads.occupyAll();
        try {
            assertThat(assertEqual(
                            compression(LZ4, 4),
                            (writer, seen) -> RuleData.MIXED.write(writer.writer, new Random(10), 500_000)))
                    .isTrue();
            assertThat(Recorders.WRITES.chunksAhead()).isEqualTo(byOtherThreads);
        } finally {
            RuleThreads.release();
        }
    }

    @Test
    void aWriterThatRunsAtADetachFinishesAsItBegan() {
        RuleWriter writer = RuleWriter.open(LZ4, 4);
        RuleData.TEXT.write(writer.writer, new Random(11), 100_000);
        assertThat(isAhead()).isTrue();
        Dispatch.toNone();
        assertThat(ReadAhead.instance().openScans().count())
                .as("a detach waits")
                .isOne();
        RuleData.TEXT.write(writer.writer, new Random(12), 100_000);
        assertThat(isAhead()).isTrue();
        byte[] data = writer.finish().get("Data.db");
        RuleWriter.attach();
        ReadAhead.instance().compressAhead(ReadAhead.Mode.OFF);
        RuleWriter stock = RuleWriter.open(LZ4, 4);
        RuleData.TEXT.write(stock.writer, new Random(11), 100_000);
        RuleData.TEXT.write(stock.writer, new Random(12), 100_000);
        assertThat(data).isEqualTo(stock.finish().get("Data.db"));
    }

    @Test
    void onlyCompactionLikeOperationsCompressAheadAndFlushesIfConfigured() {
        for (Activity activity : Activity.values()) {
            ThreadRecord.current().enter(activity);
            boolean eligible = List.of(
                            Activity.COMPACTION, Activity.ANTICOMPACTION, Activity.CLEANUP, Activity.UPGRADE_SSTABLES)
                    .contains(activity);
            assertThat(compressesAhead()).as(activity.label()).isEqualTo(eligible);
        }
        ReadAhead.instance().compressAheadFlush(true);
        ThreadRecord.current().enter(Activity.FLUSH);
        assertThat(compressesAhead()).isTrue();
    }

    @Test
    void aHookThatIsSwitchedOffLeavesWritersToCassandra() {
        for (String hook : List.of("chunk-writer", "writer-commit")) {
            HookSwitch.of(hook).on = false;
            try {
                assertThat(compressesAhead()).as(hook).isFalse();
            } finally {
                HookSwitch.of(hook).on = true;
            }
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

    private static boolean compressesAhead() {
        RuleWriter writer = RuleWriter.open(LZ4, 4);
        RuleData.TEXT.write(writer.writer, new Random(13), 100_000);
        boolean ahead = isAhead();
        writer.finish();
        return ahead;
    }

    @Test
    void onlyChunksOfOtherThreadsCountAsCompressedAhead() throws Exception {
        RuleCompressor.hold();
        long before = Recorders.WRITES.chunksAhead();
        RuleWriter writer = RuleWriter.open(HELD, 4);
        RuleData.TEXT.write(writer.writer, new Random(1), 24 * KIB);
        RuleCompressor.awaitHeld();
        RuleCompressor.release();
        writer.writer.getOnDiskFilePointer();
        writer.finish();
        // The other thread counts them after it has written them.
        RuleThreads.awaitNone();
        assertThat(Recorders.WRITES.chunksAhead() - before).isEqualTo(4);
    }

    @Test
    void autoCompressesAheadOnlyIfWritesTakeMuchTimeAndCoresAreIdle() {
        ReadAhead.instance().compressAhead(ReadAhead.Mode.AUTO);
        for (boolean idle : new boolean[] {true, false}) {
            ReadAhead.instance().spareCores(() -> idle);
            RuleWriter writer = RuleWriter.open("DeflateCompressor", 4);
            // The thread does nothing but write.
            RuleData.TEXT.write(writer.writer, new Random(13), 400_000);
            assertThat(isAhead()).isEqualTo(idle);
            writer.finish();
        }
    }

    @Test
    void theBytesOfAnOperationAreThoseOfAllThreads() {
        for (ReadAhead.Mode mode : List.of(ReadAhead.Mode.OFF, ReadAhead.Mode.ON)) {
            ReadAhead.instance().compressAhead(mode);
            Object operation = new Object();
            Recorders.COMPACTIONS.begin(operation, Activity.CLEANUP, "ks", "t", () -> 0);
            long recorded = recordedBytes();
            long charged = chargedBytes();
            RuleWriter writer = RuleWriter.open(LZ4, 4);
            RuleData.MIXED.write(writer.writer, new Random(14), 700_000);
            int bytes = writer.finish().get("Data.db").length;
            assertThat(chargedBytes() - charged).as("operation with %s", mode).isEqualTo(bytes);
            Recorders.COMPACTIONS.end(operation);
            Recorders.COMPACTIONS.dropped("ks.t");
            assertThat(recordedBytes() - recorded).as("histogram with %s", mode).isEqualTo(bytes);
        }
    }

    private static long chargedBytes() {
        return Recorders.COMPACTIONS.totalsByActivity().get(Activity.CLEANUP).writtenBytes;
    }

    private static long recordedBytes() {
        var writes = Recorders.WRITES.writes(Activity.CLEANUP);
        return writes == null ? 0 : writes.sizeBytes().sum();
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

    /** Writes in pieces, and looks at the writer after each. */
    private static void repeat(RuleWriter writer, int pieces, Consumer<RuleWriter> look) {
        Random random = new Random(2);
        for (int i = 0; i < pieces; i++) {
            RuleData.MIXED.write(writer.writer, random, 1 + random.nextInt(15_000));
            look.accept(writer);
        }
    }
}
