package io.foreread.it.writer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.foreread.agent.readahead.ReadAhead;
import java.io.IOError;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.cassandra.io.FSWriteError;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;

/** Lets writers that compress ahead fail, and closes them while another thread compresses. */
class WriterFaultRules extends ComparedWriters {
    private static final int CHUNK_KIB = 4;

    private static void write(RuleWriter writer, int chunks) {
        RuleData.NOISE.write(writer.writer, new Random(chunks), chunks * CHUNK_KIB * KIB);
    }

    /** Returns a writer whose chunks are held by the thread that compresses ahead. */
    private static RuleWriter held(int chunks) throws InterruptedException {
        return openWithHeldChunk(RuleData.NOISE, chunks);
    }

    @Test
    void anAbortWaitsForTheThreadThatCompressesBeforeMemoryIsFreed() throws Exception {
        RuleWriter writer = held(7);
        long bytes = ReadAhead.instance().bytesInUse();
        assertThat(bytes).isPositive();
        Thread aborting = new Thread(writer::abort);
        aborting.start();
        RuleThreads.awaitWaiting(aborting);
        assertThat(ReadAhead.instance().bytesInUse()).isEqualTo(bytes);
        assertThat(writer.writer.isOpen()).as("the channel is open").isTrue();
        RuleCompressor.release();
        RuleThreads.awaitEnd(aborting);
    }

    @Test
    void anAbortByTheThreadThatWritesWaitsForTheThreadThatCompresses() throws Exception {
        RuleWriter writer = held(7);
        long bytes = ReadAhead.instance().bytesInUse();
        AtomicLong bytesDuringTheAbort = new AtomicLong();
        Thread owner = Thread.currentThread();
        Thread releasing = new Thread(() -> RuleThreads.runOnceWaiting(owner, () -> {
            bytesDuringTheAbort.set(ReadAhead.instance().bytesInUse());
            RuleCompressor.release();
        }));
        releasing.start();
        writer.abort();
        RuleThreads.awaitEnd(releasing);
        assertThat(bytesDuringTheAbort).hasValue(bytes);
    }

    @Test
    void aCloseWaitsForTheThreadThatCompressesBeforeMemoryIsFreed() throws Exception {
        RuleWriter writer = held(7);
        long bytes = ReadAhead.instance().bytesInUse();
        Thread closing = new Thread(writer.writer::close);
        closing.start();
        RuleThreads.awaitWaiting(closing);
        assertThat(ReadAhead.instance().bytesInUse()).isEqualTo(bytes);
        assertThat(writer.writer.isOpen()).as("the channel is open").isTrue();
        RuleCompressor.release();
        RuleThreads.awaitEnd(closing);
        writer.abort();
    }

    @Test
    void aCommitWaitsForEveryChunk() throws Exception {
        for (boolean finish : new boolean[] {false, true}) {
            RuleWriter writer = held(7);
            long bytes = ReadAhead.instance().bytesInUse();
            Thread committing = new Thread(finish ? writer.writer::finish : writer.writer::prepareToCommit);
            committing.start();
            RuleThreads.awaitWaiting(committing);
            assertThat(ReadAhead.instance().bytesInUse()).isEqualTo(bytes);
            RuleCompressor.release();
            RuleThreads.awaitEnd(committing);
            assertThat(ReadAhead.instance().bytesInUse())
                    .as("memory after the commit")
                    .isZero();
            if (!finish) assertThat(writer.writer.commit(null)).isNull();
            writer.writer.close();
            assertThat(withoutTable(writer)).isEqualTo(stock(7));
        }
    }

    @Test
    void aWriterThatFinishesWhenItIsClosedIsComplete() {
        RuleWriter writer = RuleWriter.openFinishingOnClose(LZ4, CHUNK_KIB);
        write(writer, 30);
        assertThat(ReadAhead.instance().bytesInUse()).isPositive();
        writer.writer.close();
        assertThat(withoutTable(writer)).isEqualTo(stock(30));
    }

    private static Map<String, ByteBuffer> withoutTable(RuleWriter writer) {
        Map<String, ByteBuffer> components = new TreeMap<>(writer.components());
        components.remove("CompressionInfo.db");
        return components;
    }

    private static Map<String, ByteBuffer> stock(int chunks) {
        ReadAhead.instance().compressAhead(ReadAhead.Mode.OFF);
        RuleWriter writer = RuleWriter.open(HELD, CHUNK_KIB);
        write(writer, chunks);
        Map<String, ByteBuffer> components = new TreeMap<>(writer.finish());
        ReadAhead.instance().compressAhead(ReadAhead.Mode.ON);
        // It has the name of the compressor.
        components.remove("CompressionInfo.db");
        return components;
    }

    @Test
    void aFailureIsThrownByTheFirstDrain() throws Exception {
        RuleCompressor.chunksUntilFailure.set(3);
        RuleWriter writer = held(6);
        RuleCompressor.release();
        assertThatThrownBy(writer.writer::getOnDiskFilePointer).isInstanceOf(IllegalStateException.class);
        assertThat(ReadAhead.instance().bytesInUse())
                .as("memory after the failure")
                .isZero();
        assertNoCommit(writer);
        writer.abort();
    }

    @Test
    void aFailureIsThrownByAWriteAndNotOnlyByTheCommit() {
        RuleCompressor.chunksUntilFailure.set(3);
        RuleWriter writer = RuleWriter.open(HELD, CHUNK_KIB);
        assertThatThrownBy(() -> write(writer, 40)).hasMessage("a defect of the compressor");
        writer.abort();
    }

    /** Cassandra closes a writer whose operation has failed for another reason. */
    @Test
    void aCloseWithoutACommitThrowsNoFailure() throws Exception {
        RuleCompressor.chunksUntilFailure.set(3);
        RuleWriter writer = held(6);
        RuleCompressor.release();
        RuleThreads.awaitNone();
        writer.writer.close();
        writer.components();
    }

    /** A thread that begins with one writer too many ends its oldest one. */
    @Test
    void aFailureOfAnIdleWriterIsThrownByTheWriterThatEndsIt() throws Exception {
        RuleCompressor.chunksUntilFailure.set(3);
        List<RuleWriter> writers = new ArrayList<>(List.of(held(6)));
        RuleCompressor.release();
        RuleThreads.awaitNone();
        for (int i = 1; i < WRITERS_OF_A_THREAD; i++) {
            writers.add(RuleWriter.open(LZ4, CHUNK_KIB));
            write(writers.get(i), 6);
        }
        RuleWriter last = RuleWriter.open(LZ4, CHUNK_KIB);
        writers.add(last);
        assertThatThrownBy(() -> write(last, 6)).hasMessage("a defect of the compressor");
        writers.forEach(RuleWriter::abort);
    }

    @Test
    void anInterruptNeitherEndsTheWaitNorIsLost() throws Exception {
        RuleWriter writer = held(7);
        AtomicBoolean interrupted = new AtomicBoolean();
        Thread owner = new Thread(() -> {
            writer.writer.getEstimatedOnDiskBytesWritten();
            interrupted.set(Thread.interrupted());
        });
        owner.start();
        RuleThreads.awaitWaiting(owner);
        owner.interrupt();
        // Nothing shows that the owner has ignored the interrupt: time passes in which it would have ended.
        Thread.sleep(50);
        assertThat(owner.isAlive()).isTrue();
        RuleCompressor.release();
        RuleThreads.awaitEnd(owner);
        assertThat(interrupted).isTrue();
        writer.finish();
    }

    @Test
    void aFailureOfTheCompressorHasTheSameTypeAndNoCommitFollows() {
        for (ReadAhead.Mode mode : new ReadAhead.Mode[] {ReadAhead.Mode.OFF, ReadAhead.Mode.ON})
            for (int chunk = 0; chunk < 20; chunk++) {
                ReadAhead.instance().compressAhead(mode);
                RuleCompressor.reset();
                RuleCompressor.chunksUntilFailure.set(chunk);
                RuleWriter writer = RuleWriter.open(HELD, CHUNK_KIB);
                assertThatThrownBy(() -> {
                            write(writer, 40);
                            writer.writer.prepareToCommit();
                        })
                        .isInstanceOf(IllegalStateException.class)
                        .hasMessage("a defect of the compressor");
                if (mode == ReadAhead.Mode.ON && chunk > 1) {
                    assertThatThrownBy(() -> write(writer, 3))
                            .as("a chunk after the failed one")
                            .hasRootCauseMessage("a defect of the compressor");
                    assertNoCommit(writer);
                }
                writer.abort();
            }
    }

    private static void assertNoCommit(RuleWriter writer) {
        Set<Throwable> thrown = Collections.newSetFromMap(new IdentityHashMap<>());
        for (int i = 0; i < 2; i++) {
            thrown.add(catchThrowable(writer.writer::prepareToCommit));
            thrown.add(catchThrowable(writer.writer::finish));
            thrown.add(catchThrowable(writer.writer::sync));
        }
        assertThat(thrown).as("an exception for each call").hasSize(6).doesNotContainNull();
        assertThat(writer.writer.isOpen())
                .as("stock has not begun to prepare the commit")
                .isTrue();
    }

    /** The kernel refuses writes beyond a limit of the file size as it does on a full disk, after a part of the bytes. */
    @Test
    void aFullDiskAtAnyChunkIsAWriteErrorOfTheSameFileAndNoCommitFollows() throws Exception {
        Assumptions.assumeTrue(Path.of("/usr/bin/prlimit").toFile().canExecute(), "no prlimit");
        for (int chunk = 1; chunk < 16; chunk++)
            for (int offset : new int[] {-3, 0, 2, 1000}) {
                long limitBytes = chunk * (CHUNK_KIB * KIB + 4L) + offset;
                Throwable stock = fill(ReadAhead.Mode.OFF, limitBytes);
                Throwable ahead = fill(ReadAhead.Mode.ON, limitBytes);
                // If a part of a chunk was written, stock fails at its checksum, with an IOError.
                assertThat(ahead).as("limit %d", limitBytes).isExactlyInstanceOf(stock.getClass());
            }
    }

    private static Throwable fill(ReadAhead.Mode mode, long limitBytes) throws Exception {
        ReadAhead.instance().compressAhead(mode);
        RuleWriter writer = RuleWriter.open(LZ4, CHUNK_KIB);
        limitFileSize(String.valueOf(limitBytes));
        try {
            Throwable failure = catchThrowable(() -> {
                write(writer, 40);
                writer.writer.prepareToCommit();
            });
            assertThat(failure).isInstanceOf(IOError.class);
            if (failure instanceof FSWriteError) assertThat(failure).hasMessageContaining("too large");
            if (mode == ReadAhead.Mode.ON && limitBytes > 3 * CHUNK_KIB * KIB) assertNoCommit(writer);
            return failure;
        } finally {
            limitFileSize("unlimited");
            writer.abort();
        }
    }

    private static void limitFileSize(String bytes) throws Exception {
        String pid = String.valueOf(ProcessHandle.current().pid());
        Process prlimit = new ProcessBuilder("prlimit", "--pid", pid, "--fsize=" + bytes + ":").start();
        assertThat(prlimit.waitFor()).isZero();
    }
}
