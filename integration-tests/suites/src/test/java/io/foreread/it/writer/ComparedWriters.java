package io.foreread.it.writer;

import static org.assertj.core.api.Assertions.assertThat;

import io.foreread.agent.readahead.ReadAhead;
import io.foreread.agent.resident.dispatch.Dispatch;
import io.foreread.exporter.recorder.Activity;
import io.foreread.exporter.recorder.Recorders;
import io.foreread.exporter.recorder.ThreadRecord;
import java.lang.reflect.Field;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/** Writes with a writer that compresses ahead and with one that does not, and compares them. */
abstract class ComparedWriters {
    static final int KIB = 1 << 10;
    static final String LZ4 = "LZ4Compressor";
    static final String HELD = RuleCompressor.class.getName();
    /** The chunks in the ring of {@link #openWithHeldChunk}. The first chunk was left to Cassandra, the last is not complete. */
    static final int HELD_CHUNKS = 4;

    static final int WRITERS_OF_A_THREAD = 4;

    private static long comparedSstables;
    private static long comparedBytes;

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
        assertThat(Recorders.HOOKS.probeFailures()).isZero();
    }

    @AfterAll
    static void printCompared() {
        System.out.println("compared " + comparedSstables + " " + comparedBytes);
    }

    interface Use {
        void of(RuleWriter writer, List<Object> seen);
    }

    /** What one writer has shown, its files, and whether it has compressed ahead until its last chunk. */
    private record Written(
            List<Object> seen, Map<String, ByteBuffer> components, double compressionRatio, boolean ahead) {}

    private static Written write(ReadAhead.Mode mode, Map<String, String> compression, Use use) {
        ReadAhead.instance().compressAhead(mode);
        List<Object> seen = new ArrayList<>();
        RuleWriter writer = RuleWriter.open(compression);
        use.of(writer, seen);
        boolean ahead = isAhead();
        Map<String, ByteBuffer> components = writer.finish();
        return new Written(seen, components, writer.compressionRatio(), ahead);
    }

    /** Returns a field of one of Cassandra's classes. */
    static Field field(Class<?> owner, String name) throws NoSuchFieldException {
        Field field = owner.getDeclaredField(name);
        field.setAccessible(true);
        return field;
    }

    /** Opens a writer. Another thread has started to compress one of its chunks and waits for {@link RuleCompressor#release}. */
    static RuleWriter openWithHeldChunk() throws InterruptedException {
        return openWithHeldChunk(RuleData.TEXT, HELD_CHUNKS + 2);
    }

    /** @param chunks of 4 KiB; another thread is requested for six or more */
    static RuleWriter openWithHeldChunk(RuleData data, int chunks) throws InterruptedException {
        RuleCompressor.hold();
        RuleWriter writer = RuleWriter.open(HELD, 4);
        data.write(writer.writer, new Random(chunks), chunks * 4 * KIB);
        RuleCompressor.awaitHeld();
        return writer;
    }

    /** Whether the open writer, the only one, compresses ahead. */
    static boolean isAhead() {
        return ReadAhead.instance().bytesInUse() > 0;
    }

    /** @return whether the second writer has compressed ahead until its last chunk */
    static boolean assertEqual(Map<String, String> compression, Use use) {
        Written stock = write(ReadAhead.Mode.OFF, compression, use);
        Written ahead = write(ReadAhead.Mode.ON, compression, use);
        assertThat(stock.ahead).isFalse();
        assertThat(ahead.seen).as("seen with %s", compression).isEqualTo(stock.seen);
        assertThat(ahead.compressionRatio)
                .as("compression ratio with %s", compression)
                .isEqualTo(stock.compressionRatio)
                .isPositive();
        assertThat(ahead.components.keySet())
                .isEqualTo(stock.components.keySet())
                .hasSize(3);
        stock.components.forEach((name, bytes) -> assertThat(bytes.equals(ahead.components.get(name)))
                .as("%s with %s", name, compression)
                .isTrue());
        comparedSstables++;
        stock.components.values().forEach(bytes -> comparedBytes += bytes.remaining());
        return ahead.ahead;
    }

    static Map<String, String> compression(String compressor, int chunkKib) {
        return Map.of("class", compressor, "chunk_length_in_kb", String.valueOf(chunkKib));
    }

    /** Writes in pieces, and looks at the writer after each. */
    static void repeat(RuleWriter writer, int pieces, Consumer<RuleWriter> look) {
        Random random = new Random(2);
        for (int i = 0; i < pieces; i++) {
            RuleData.MIXED.write(writer.writer, random, 1 + random.nextInt(15_000));
            look.accept(writer);
        }
    }
}
