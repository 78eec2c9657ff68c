package io.foreread.it.writer;

import static org.assertj.core.api.Assertions.assertThat;

import io.foreread.agent.probe.HookSwitch;
import io.foreread.agent.readahead.ReadAhead;
import io.foreread.exporter.recorder.Activity;
import io.foreread.exporter.recorder.HookStatus;
import io.foreread.exporter.recorder.Recorders;
import io.foreread.exporter.recorder.ThreadRecord;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Checks which writers compress ahead, and how their chunks and bytes are counted. */
class WriterChoiceRules extends ComparedWriters {
    private static final int CHUNKS_PER_REQUEST = 8;

    @Test
    void aSwitchAppliesToARunningWriter() {
        assertEqual(compression(LZ4, 4), (writer, seen) -> {
            ReadAhead.Mode mode = ReadAhead.instance().compressAhead();
            Random random = new Random(8);
            for (int i = 0; i < 6; i++) {
                RuleData.MIXED.write(writer.writer, random, 100_000);
                assertThat(isAhead()).isEqualTo(ReadAhead.instance().compressAhead() == ReadAhead.Mode.ON);
                ReadAhead.instance().compressAhead(i % 2 == 0 ? ReadAhead.Mode.OFF : mode);
            }
        });
        assertThat(ReadAhead.instance().bytesInUse()).isZero();
    }

    /** The core would be lost to scans that decompress ahead. */
    @Test
    void aWriterWithoutMemoryRequestsNoSpareCore() {
        ReadAhead.instance().budgetBytes(64 * KIB);
        AtomicInteger requests = new AtomicInteger();
        ReadAhead.instance().spareCores(() -> requests.incrementAndGet() > 0);
        assertThat(compressesAhead()).isFalse();
        assertThat(requests).hasValue(0);
    }

    @Test
    void aWriterThatHasBegunRequestsASpareCoreAtIntervals() {
        AtomicInteger requests = new AtomicInteger();
        ReadAhead.instance().spareCores(() -> requests.incrementAndGet() > 0);
        RuleWriter writer = RuleWriter.open(LZ4, 4);
        // The first chunk is left to Cassandra, and the last one is not complete.
        RuleData.TEXT.write(writer.writer, new Random(13), (CHUNKS_PER_REQUEST + 1) * 4 * KIB);
        assertThat(isAhead()).isTrue();
        assertThat(requests).hasValue(1);
        RuleData.TEXT.write(writer.writer, new Random(13), 4 * KIB);
        assertThat(requests).hasValue(2);
        writer.finish();
    }

    /** A compaction with many outputs commits all of them at its end, and does not use the earlier ones until then. */
    @Test
    void aThreadKeepsTheMemoryOfItsLastWritersOnly() {
        int outputs = 7;
        List<Map<String, ByteBuffer>> stock = writeTwice(ReadAhead.Mode.OFF, outputs);
        assertThat(writeTwice(ReadAhead.Mode.ON, outputs)).isEqualTo(stock);
    }

    private static List<Map<String, ByteBuffer>> writeTwice(ReadAhead.Mode mode, int outputs) {
        ReadAhead.instance().compressAhead(mode);
        List<RuleWriter> writers = new ArrayList<>();
        long bytesOfOne = 0;
        for (int i = 0; i < 2 * outputs; i++) {
            if (i < outputs) writers.add(RuleWriter.open(LZ4, 4));
            RuleData.MIXED.write(writers.get(i % outputs).writer, new Random(i), 100_000 + i);
            if (i == 0) bytesOfOne = ReadAhead.instance().bytesInUse();
            assertThat(ReadAhead.instance().bytesInUse()).isEqualTo(Math.min(i + 1, WRITERS_OF_A_THREAD) * bytesOfOne);
        }
        return writers.stream().map(RuleWriter::finish).toList();
    }

    @Test
    void theLastWriterOfAThreadCompressesAhead() {
        List<RuleWriter> earlier = new ArrayList<>();
        for (int i = 0; i < WRITERS_OF_A_THREAD; i++) {
            earlier.add(RuleWriter.open(LZ4, 4));
            RuleData.MIXED.write(earlier.get(i).writer, new Random(i), 100_000);
        }
        RuleWriter last = RuleWriter.open(LZ4, 4);
        RuleData.MIXED.write(last.writer, new Random(0), 100_000);
        earlier.forEach(RuleWriter::finish);
        assertThat(isAhead()).isTrue();
        last.finish();
    }

    /** Another thread commits the outputs of a flush, and can be committing the first one while the last one is written. */
    @Test
    void aFlushDoesNotEndItsEarlierWriters() {
        ReadAhead.instance().compressAheadFlush(true);
        ThreadRecord.current().enter(Activity.FLUSH);
        List<RuleWriter> writers = new ArrayList<>();
        for (int i = 0; i < WRITERS_OF_A_THREAD + 2; i++) {
            writers.add(RuleWriter.open(LZ4, 4));
            RuleData.MIXED.write(writers.get(i).writer, new Random(i), 100_000);
        }
        // A writer that has never compressed ahead does not count.
        assertThat(ReadAhead.instance().openScans().count()).isEqualTo(WRITERS_OF_A_THREAD);
        writers.remove(0).finish();
        for (int i = 0; i < 2; i++) {
            RuleWriter next = RuleWriter.open(LZ4, 4);
            writers.add(next);
            RuleData.MIXED.write(next.writer, new Random(i), 100_000);
        }
        assertThat(ReadAhead.instance().openScans().count())
                .as("after a commit")
                .isEqualTo(WRITERS_OF_A_THREAD);
        writers.forEach(RuleWriter::finish);
    }

    /** Otherwise the next outputs of a flush would not compress ahead. */
    @Test
    void aWriterThatAnotherThreadHasAbortedDoesNotCount() throws Exception {
        ReadAhead.instance().compressAheadFlush(true);
        ThreadRecord.current().enter(Activity.FLUSH);
        for (int i = 0; i <= WRITERS_OF_A_THREAD; i++) {
            RuleWriter writer = RuleWriter.open(LZ4, 4);
            RuleData.MIXED.write(writer.writer, new Random(i), 100_000);
            assertThat(isAhead()).as("writer %d", i).isTrue();
            Thread aborting = new Thread(writer::abort);
            aborting.start();
            RuleThreads.awaitEnd(aborting);
        }
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
    void aHookThatIsSwitchedOffEndsARunningWriter() {
        for (String hook : List.of("chunk-writer", "writer-commit")) {
            RuleWriter writer = RuleWriter.open(LZ4, 4);
            RuleData.TEXT.write(writer.writer, new Random(13), 100_000);
            assertThat(isAhead()).isTrue();
            HookSwitch.of(hook).on = false;
            try {
                RuleData.TEXT.write(writer.writer, new Random(13), 100_000);
                assertThat(isAhead()).as(hook).isFalse();
            } finally {
                HookSwitch.of(hook).on = true;
            }
            writer.finish();
        }
    }

    @Test
    void aHookThatIsNotAppliedLeavesWritersToCassandra() {
        for (String hook : List.of("chunk-writer", "writer-commit")) {
            Recorders.HOOKS.set(new HookStatus(hook, HookStatus.State.SKIPPED, "the rule skips it"));
            try {
                assertThat(compressesAhead()).as(hook).isFalse();
            } finally {
                Recorders.HOOKS.set(new HookStatus(hook, HookStatus.State.APPLIED, ""));
            }
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
    void autoCompressesAheadOnlyIfWritesTakeMuchTimeAndCoresAreIdle() {
        ReadAhead.instance().compressAhead(ReadAhead.Mode.AUTO);
        for (boolean idle : new boolean[] {true, false}) {
            ReadAhead.instance().spareCores(() -> idle);
            RuleWriter writer = RuleWriter.open("DeflateCompressor", 4);
            Random random = new Random(13);
            // The thread does nothing but write.
            for (int part = 0; part < 100; part++) {
                RuleData.TEXT.write(writer.writer, random, 4_000);
                if (!idle) assertThat(isAhead()).as("part %d", part).isFalse();
            }
            assertThat(isAhead()).isEqualTo(idle);
            writer.finish();
        }
    }

    @Test
    void onlyChunksOfOtherThreadsCountAsCompressedAhead() throws Exception {
        long before = Recorders.WRITES.chunksAhead();
        RuleWriter writer = openWithHeldChunk();
        RuleCompressor.release();
        writer.writer.getOnDiskFilePointer();
        writer.finish();
        // The other thread counts them after it has written them.
        RuleThreads.awaitNone();
        assertThat(Recorders.WRITES.chunksAhead() - before).isEqualTo(HELD_CHUNKS);
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
            int bytes = writer.finish().get("Data.db").remaining();
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
}
