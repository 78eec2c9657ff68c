package io.foreread.exporter.recorder;

import static io.foreread.exporter.recorder.Activity.COMPACTION;
import static io.foreread.exporter.recorder.Activity.OTHER;
import static io.foreread.exporter.recorder.Activity.POINT_READ;
import static io.foreread.exporter.recorder.Activity.RANGE_READ;
import static io.foreread.exporter.recorder.Activity.VALIDATION;
import static io.foreread.exporter.recorder.Component.DATA;
import static io.foreread.exporter.recorder.Component.INDEX;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ReadRecorderTest {
    private final ReadRecorder reads = new ReadRecorder();
    private final CompactionRecorder compactions = new CompactionRecorder();

    @Test
    void activityWithoutReadsOfAComponentIsAbsent() {
        assertThat(reads.reads(COMPACTION, DATA)).isNull();
        assertThat(reads.mmapChunkAccesses(COMPACTION).count()).isZero();
    }

    @Test
    void readOutsideOfOperationsHasTheActivityOfTheThreadName() throws Exception {
        OnThread.named("ReadStage-1", () -> read(DATA, 4096));
        OnThread.named("CompactionExecutor:1", () -> read(INDEX, 100));
        assertThat(count(POINT_READ, DATA)).isEqualTo(1);
        assertThat(count(COMPACTION, INDEX)).isEqualTo(1);
        assertThat(reads.reads(OTHER, DATA)).isNull();
    }

    @Test
    void renamedThreadHasTheActivityOfItsNewName() throws Exception {
        OnThread.named("ReadStage-1", () -> {
            read(DATA, 1);
            Thread.currentThread().setName("CompactionExecutor:9");
            return read(DATA, 1);
        });
        assertThat(count(POINT_READ, DATA)).isEqualTo(1);
        assertThat(count(COMPACTION, DATA)).isEqualTo(1);
    }

    @Test
    void operationHasPrecedenceOverTheThreadName() throws Exception {
        OnThread.named("CompactionExecutor:1", () -> {
            compactions.begin(this, VALIDATION, "ks", "t", () -> 0);
            read(DATA, 1000);
            compactions.end(this);
            return read(DATA, 1);
        });
        assertThat(count(VALIDATION, DATA)).isEqualTo(1);
        assertThat(count(COMPACTION, DATA)).isEqualTo(1);
        assertThat(compactions.recent().get(0).readBytes()).isEqualTo(1000);
        assertThat(compactions.recent().get(0).reads()).isEqualTo(1);
    }

    @Test
    void rangeReadOnAReadStageThreadIsNotAPointRead() throws Exception {
        OnThread.named("ReadStage-1", () -> {
            Activity outer = ThreadRecord.current().enterRead(RANGE_READ);
            read(DATA, 1);
            ThreadRecord.current().restore(outer);
            return read(DATA, 1);
        });
        assertThat(count(RANGE_READ, DATA)).isEqualTo(1);
        assertThat(count(POINT_READ, DATA)).isEqualTo(1);
    }

    @Test
    void readCommandInsideOfAnOperationIsChargedToTheOperation() throws Exception {
        OnThread.named("CompactionExecutor:1", () -> {
            compactions.begin(this, Activity.INDEX_BUILD, "ks", "t", () -> 0);
            Activity outer = ThreadRecord.current().enterRead(POINT_READ);
            read(DATA, 70);
            ThreadRecord.current().restore(outer);
            compactions.end(this);
            return null;
        });
        assertThat(count(Activity.INDEX_BUILD, DATA)).isEqualTo(1);
        assertThat(compactions.recent().get(0).readBytes()).isEqualTo(70);
    }

    @Test
    void otherWorkOfTheThreadIsNotChargedToTheOperation() throws Exception {
        OnThread.named("CompactionExecutor:1", () -> {
            compactions.begin(this, COMPACTION, "ks", "t", () -> 0);
            Activity outer = ThreadRecord.current().enter(POINT_READ);
            read(DATA, 70);
            ThreadRecord.current().restore(outer);
            read(DATA, 7);
            compactions.end(this);
            return null;
        });
        assertThat(count(POINT_READ, DATA)).isEqualTo(1);
        assertThat(compactions.recent().get(0).readBytes()).isEqualTo(7);
    }

    @Test
    void sizesAndDurationsAreCountedInTheirBuckets() throws Exception {
        OnThread.named("ReadStage-1", () -> {
            reads.read(DATA, 512, 999);
            reads.read(DATA, 513, 1_001);
            reads.read(DATA, 256 << 10, 2_000_000_000L);
            return null;
        });
        BucketHistogram.Snapshot sizes = reads.reads(POINT_READ, DATA).sizeBytes();
        assertThat(sizes.upperBound(0)).isEqualTo(512);
        assertThat(sizes.upperBound(sizes.bucketCount() - 2)).isEqualTo(4 << 20);
        assertThat(sizes.cumulativeCount(0)).isEqualTo(1);
        assertThat(sizes.cumulativeCount(1)).isEqualTo(2);
        assertThat(sizes.sum()).isEqualTo(512 + 513 + (256 << 10));
        BucketHistogram.Snapshot durations = reads.reads(POINT_READ, DATA).durationNanos();
        assertThat(durations.cumulativeCount(0)).isEqualTo(1);
        assertThat(durations.cumulativeCount(durations.bucketCount() - 2)).isEqualTo(2);
        assertThat(durations.count()).isEqualTo(3);
    }

    @Test
    void mmapChunkAccessesAreNotReads() throws Exception {
        OnThread.named("CompactionExecutor:1", () -> {
            reads.mmapChunkAccess(16384, 40_000);
            reads.mmapChunkAccess(16384, 60_000);
            return null;
        });
        ReadRecorder.ChunkAccesses accesses = reads.mmapChunkAccesses(COMPACTION);
        assertThat(accesses.count()).isEqualTo(2);
        assertThat(accesses.uncompressedBytes()).isEqualTo(32768);
        assertThat(accesses.nanos()).isEqualTo(100_000);
        assertThat(reads.reads(COMPACTION, DATA)).isNull();
    }

    @Test
    void countsAreExactWithConcurrentReads() throws Exception {
        Thread[] threads = new Thread[4];
        for (int i = 0; i < threads.length; i++) {
            threads[i] = new Thread(
                    () -> {
                        for (int read = 0; read < 50_000; read++) reads.read(DATA, 10, 1);
                    },
                    "ReadStage-" + i);
            threads[i].start();
        }
        for (Thread thread : threads) thread.join();
        assertThat(count(POINT_READ, DATA)).isEqualTo(200_000);
        assertThat(reads.reads(POINT_READ, DATA).sizeBytes().sum()).isEqualTo(2_000_000);
    }

    private Void read(Component component, long bytes) {
        reads.read(component, bytes, 1000);
        return null;
    }

    private long count(Activity activity, Component component) {
        return reads.reads(activity, component).sizeBytes().count();
    }
}
