package io.foreread.it.writer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.foreread.agent.readahead.ReadAhead;
import io.foreread.agent.resident.dispatch.WriterDispatch;
import io.foreread.exporter.recorder.Activity;
import io.foreread.exporter.recorder.Recorders;
import io.foreread.exporter.recorder.ThreadRecord;
import java.lang.management.BufferPoolMXBean;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.lang.ref.WeakReference;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.apache.cassandra.io.util.BufferedDataOutputStreamPlus;
import org.junit.jupiter.api.Test;

/** Checks which memory a writer that compresses ahead uses, and when it is released. */
class WriterMemoryRules extends ComparedWriters {
    private static final int CHUNK_KIB = 4;
    private static final int ABORTED_CHUNK_KIB = 256;

    @Test
    void aWriterWithoutMemoryIsStockAndIsCountedOnce() {
        ReadAhead.instance().budgetBytes(100 * KIB);
        // The writer requests memory again after 32 chunks.
        for (int chunks : new int[] {5, 200}) {
            long refused = Recorders.WRITES.refusedWriters();
            assertThat(assertEqual(
                            compression(LZ4, 16),
                            (writer, seen) -> RuleData.TEXT.write(writer.writer, new Random(9), chunks * 16 * KIB)))
                    .isFalse();
            assertThat(Recorders.WRITES.refusedWriters() - refused)
                    .as("with %d chunks", chunks)
                    .isOne();
        }
    }

    @Test
    void aDetachDoesNotWaitForAWriterWithoutMemory() {
        ReadAhead.instance().budgetBytes(64 * KIB);
        RuleWriter writer = RuleWriter.open(LZ4, CHUNK_KIB);
        RuleData.TEXT.write(writer.writer, new Random(9), 100_000);
        assertThat(ReadAhead.instance().openScans().count()).isZero();
        writer.finish();
    }

    @Test
    void chunksThatNeedMuchMemoryAreLeftToCassandra() {
        assertThat(compressesAhead(256, 0)).isTrue();
        assertThat(compressesAhead(512, 0)).as("large chunks").isFalse();
        assertThat(compressesAhead(CHUNK_KIB, 2 * CHUNK_KIB * KIB)).isTrue();
        assertThat(compressesAhead(CHUNK_KIB, 2 * CHUNK_KIB * KIB + 1))
                .as("a large worst case")
                .isFalse();
    }

    private static boolean compressesAhead(int chunkKib, int worstCaseBytes) {
        RuleCompressor.worstCaseBytes = worstCaseBytes;
        return assertEqual(
                compression(HELD, chunkKib),
                (writer, seen) -> RuleData.TEXT.write(writer.writer, new Random(16), 4 * chunkKib * KIB));
    }

    /** A failed flush is aborted by another thread, while the thread that writes can still write to its buffer. */
    @Test
    void memoryOfAnAbortedWriterIsNotUsedWhileItsThreadCanWriteToIt() throws Exception {
        for (boolean ends : new boolean[] {false, true}) {
            ExecutorService writing = Executors.newSingleThreadExecutor();
            RuleWriter aborted = on(writing, WriterMemoryRules::openAhead);
            ByteBuffer buffer = (ByteBuffer)
                    field(BufferedDataOutputStreamPlus.class, "buffer").get(aborted.writer);
            long usedBytes = ReadAhead.instance().bytesInUse();
            aborted.abort();
            assertThat(ReadAhead.instance().bytesInUse()).isZero();
            // Each buffer of the next writer's ring is half full at least once.
            assertEqual(compression(LZ4, CHUNK_KIB), (writer, seen) -> {
                Random random = new Random(4);
                for (int i = 0; i < 40; i++) {
                    RuleData.NOISE.write(writer.writer, random, CHUNK_KIB * KIB / 2);
                    buffer.clear();
                    while (buffer.hasRemaining()) buffer.put((byte) 'x');
                }
            });
            long idleBytes = ReadAhead.instance().pool().idleBytes();
            if (!ends) on(writing, WriterMemoryRules::openAhead).finish();
            Thread thread = writing.submit(Thread::currentThread).get();
            writing.shutdown();
            RuleThreads.awaitEnd(thread);
            if (ends) openAhead().finish();
            assertThat(ReadAhead.instance().pool().idleBytes()).isEqualTo(idleBytes + usedBytes);
        }
    }

    /** No writer compresses ahead any more. */
    @Test
    void memoryOfAnAbortedWriterIsReleasedIfCompressAheadIsOff() throws Exception {
        ExecutorService writing = Executors.newSingleThreadExecutor();
        RuleWriter aborted = on(writing, WriterMemoryRules::openAhead);
        long usedBytes = ReadAhead.instance().bytesInUse();
        aborted.abort();
        long idleBytes = ReadAhead.instance().pool().idleBytes();
        ReadAhead.instance().compressAhead(ReadAhead.Mode.OFF);
        RuleWriter stock = on(writing, () -> {
            RuleWriter opened = RuleWriter.open(LZ4, CHUNK_KIB);
            RuleData.TEXT.write(opened.writer, new Random(20), 100_000);
            return opened;
        });
        writing.shutdown();
        assertThat(ReadAhead.instance().pool().idleBytes()).isEqualTo(idleBytes + usedBytes);
        stock.finish();
    }

    private static RuleWriter on(ExecutorService thread, Callable<RuleWriter> opened) throws Exception {
        return thread.submit(opened).get(RuleCompressor.LIMIT_SECONDS, TimeUnit.SECONDS);
    }

    private static RuleWriter openAhead() {
        ThreadRecord.current().enter(Activity.COMPACTION);
        RuleWriter writer = RuleWriter.open(LZ4, CHUNK_KIB);
        RuleData.TEXT.write(writer.writer, new Random(18), 100_000);
        assertThat(isAhead()).isTrue();
        return writer;
    }

    /** Its thread can still write while Cassandra aborts it. */
    @Test
    void anAbortedWriterDoesNotBeginAgain() throws Exception {
        RuleWriter writer = openAhead();
        WriterDispatch.abort(writer.writer);
        RuleData.TEXT.write(writer.writer, new Random(19), 100_000);
        assertThat(isAhead()).isFalse();
        writer.abort();
    }

    /** Otherwise only a garbage collection would free it, and failed flushes would use more and more direct memory. */
    @Test
    void anAbortByAnotherThreadFreesTheBufferOfCassandra() throws Exception {
        // Obtains memory that is kept, of the pool and of the JVM.
        for (ReadAhead.Mode mode : List.of(ReadAhead.Mode.ON, ReadAhead.Mode.OFF)) leftByAnAbort(mode);
        long stock = leftByAnAbort(ReadAhead.Mode.OFF);
        assertThat(leftByAnAbort(ReadAhead.Mode.ON)).isCloseTo(stock, within(ABORTED_CHUNK_KIB * KIB / 4L));
    }

    /**
     * Returns by how many bytes Cassandra's direct memory is larger after a writer was aborted by another thread. Repeats a
     * measurement during which a garbage collection has freed buffers.
     */
    private static long leftByAnAbort(ReadAhead.Mode mode) throws InterruptedException {
        ReadAhead.instance().compressAhead(mode);
        while (true) {
            long before = directBytesAfterACollection();
            long collections = collections();
            RuleWriter writer = RuleWriter.open(LZ4, ABORTED_CHUNK_KIB);
            RuleData.TEXT.write(writer.writer, new Random(17), 5 * ABORTED_CHUNK_KIB * KIB);
            assertThat(isAhead()).isEqualTo(mode == ReadAhead.Mode.ON);
            Thread aborting = new Thread(writer::abort);
            aborting.start();
            RuleThreads.awaitEnd(aborting);
            long left = directBytesOfCassandra() - before;
            if (collections() == collections) return left;
        }
    }

    private static long directBytesAfterACollection() throws InterruptedException {
        System.gc();
        long bytes = directBytesOfCassandra();
        while (true) {
            // The JVM frees collected buffers on another thread.
            Thread.sleep(50);
            long before = bytes;
            bytes = directBytesOfCassandra();
            if (bytes == before) return bytes;
        }
    }

    private static long collections() {
        return ManagementFactory.getGarbageCollectorMXBeans().stream()
                .mapToLong(GarbageCollectorMXBean::getCollectionCount)
                .sum();
    }

    private static long directBytesOfCassandra() {
        long bytes = ManagementFactory.getPlatformMXBeans(BufferPoolMXBean.class).stream()
                .filter(pool -> pool.getName().equals("direct"))
                .mapToLong(BufferPoolMXBean::getMemoryUsed)
                .sum();
        return bytes - ReadAhead.instance().pool().heldBytes();
    }

    @Test
    void aThreadThatHasWrittenIsNotKeptInMemory() throws Exception {
        WeakReference<Thread> thread = endedThread();
        long startNanos = System.nanoTime();
        while (thread.get() != null) {
            assertThat(System.nanoTime() - startNanos)
                    .as("nanoseconds until the thread is collected")
                    .isLessThan(TimeUnit.SECONDS.toNanos(RuleCompressor.LIMIT_SECONDS));
            System.gc();
        }
    }

    private static WeakReference<Thread> endedThread() throws InterruptedException {
        Thread writing = new Thread(() -> openAhead().finish());
        writing.start();
        RuleThreads.awaitEnd(writing);
        return new WeakReference<>(writing);
    }
}
