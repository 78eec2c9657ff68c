package io.foreread.it.writer;

import static org.assertj.core.api.Assertions.assertThat;

import io.foreread.agent.readahead.ReadAhead;
import io.foreread.agent.resident.dispatch.Dispatch;
import io.foreread.exporter.recorder.Recorders;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.apache.cassandra.io.compress.CompressedSequentialWriter;
import org.apache.cassandra.io.util.DataPosition;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;

/** Checks that the files of writers that compress ahead are those of stock writers of the same release. */
class WriterRules extends ComparedWriters {
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

    private static void assumeChunksCanBeStored() {
        boolean stored = Arrays.stream(CompressedSequentialWriter.class.getDeclaredFields())
                .anyMatch(field -> field.getName().equals("maxCompressedLength"));
        Assumptions.assumeTrue(stored, "this release compresses every chunk");
    }

    @Test
    void aChunkThatCompressesToTheLimitIsStoredAsItIs() {
        assumeChunksCanBeStored();
        Map<String, String> compression = new HashMap<>(compression(HELD, 4));
        // The limit is the length of a chunk.
        compression.put("min_compress_ratio", "1");
        RuleCompressor.inverts = true;
        assertThat(assertEqual(
                        compression, (writer, seen) -> RuleData.TEXT.write(writer.writer, new Random(15), 100_000)))
                .isTrue();
    }

    @Test
    void chunksThatDoNotCompressWellAreStoredAsTheyAre() {
        assumeChunksCanBeStored();
        for (String ratio : List.of("1", "1.1", "2", "1000")) {
            Map<String, String> compression = new HashMap<>(compression(LZ4, 16));
            compression.put("min_compress_ratio", ratio);
            for (RuleData data : RuleData.values())
                assertEqual(compression, (writer, seen) -> data.write(writer.writer, new Random(1), 300_000));
        }
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
    void aWriterThatWasMarkedBeforeItCouldBeginIsStock() {
        assertEqual(compression(LZ4, 4), (writer, seen) -> {
            // One chunk, which is left to Cassandra.
            RuleData.TEXT.write(writer.writer, new Random(7), 5 * KIB);
            writer.writer.mark();
            RuleData.TEXT.write(writer.writer, new Random(7), 100_000);
            assertThat(isAhead()).isFalse();
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
        ByteBuffer data = writer.finish().get("Data.db");
        RuleWriter.attach();
        ReadAhead.instance().compressAhead(ReadAhead.Mode.OFF);
        RuleWriter stock = RuleWriter.open(LZ4, 4);
        RuleData.TEXT.write(stock.writer, new Random(11), 100_000);
        RuleData.TEXT.write(stock.writer, new Random(12), 100_000);
        assertThat(data).isEqualTo(stock.finish().get("Data.db"));
    }
}
