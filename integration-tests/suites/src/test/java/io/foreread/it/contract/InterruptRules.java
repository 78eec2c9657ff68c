package io.foreread.it.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import com.google.common.io.ByteStreams;
import io.foreread.agent.readahead.ReadAhead;
import io.foreread.agent.reader.ReadAheadReaders;
import io.foreread.exporter.recorder.Recorders;
import io.foreread.exporter.recorder.ScanRecorder.Pattern;
import io.foreread.exporter.recorder.ScanRecorder.Reason;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.FileChannel;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import org.apache.cassandra.io.FSReadError;
import org.apache.cassandra.io.util.FileHandle;
import org.apache.cassandra.io.util.RandomAccessReader;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Checks scans whose thread is interrupted. An interrupt can close the channel that the scan has opened for itself, but
 * never the channel that all readers share. A scan of a mapped file continues, as a scan without Foreread does.
 */
class InterruptRules {
    private static final int CHUNKS_UNTIL_RETRY = 32;

    final SstableFile file = RuleFiles.named(table());
    ScannedCopy copy;

    String table() {
        return "lz4-16";
    }

    @BeforeEach
    void copyTheFile() throws Exception {
        RuleFiles.reset();
        ScannedCopy.resetStaticState();
        copy = new ScannedCopy(file);
    }

    @AfterEach
    void deleteTheCopy() throws Exception {
        Thread.interrupted();
        copy.delete();
    }

    private List<ReadPath> paths() {
        return ReadPath.all(DirectReads.possible(file.data()));
    }

    @Test
    void aScanOfAMappedFileContinuesWhileItsThreadIsInterrupted() throws Exception {
        for (ReadPath path : paths())
            for (Pattern pattern : Pattern.values())
                for (int bytesBefore : new int[] {0, 1, 200_000}) {
                    Counts counts = new Counts();
                    copy.scan(path, Mode.MMAP, pattern, reader -> {
                        reader.readFully(new byte[bytesBefore]);
                        FileChannel shared = copy.channel(reader);
                        Thread.currentThread().interrupt();
                        assertThat(copy.restOf(reader)).isEqualTo(file.dataLengthBytes() - bytesBefore);
                        assertThat(Thread.interrupted()).isTrue();
                        assertThat(shared.isOpen()).isTrue();
                    });
                    Map<Reason, Long> interrupted = ImmutableMap.of(Reason.INTERRUPTED, 1L);
                    // On the other paths another thread, which is not interrupted, can read the rest without a
                    // fallback.
                    if (path == ReadPath.INLINE) assertThat(counts.fallbacks()).isEqualTo(interrupted);
                    else assertThat(counts.fallbacks()).isIn(interrupted, ImmutableMap.of());
                }
    }

    @Test
    void aScanOfAMappedFileReadsAheadAgainAfterTheInterrupt() throws Exception {
        assertThat(file.chunkCount()).isGreaterThan(CHUNKS_UNTIL_RETRY + 3);
        long resumed = Recorders.SCANS.resumedScans();
        copy.scan(ReadPath.INLINE, Mode.MMAP, Pattern.FULL, reader -> {
            reader.readByte();
            Thread.currentThread().interrupt();
            reader.readFully(new byte[200_000]);
            assertThat(Thread.interrupted()).isTrue();
            Counts counts = new Counts();
            assertThat(copy.restOf(reader)).isEqualTo(file.dataLengthBytes() - 200_001);
            assertThat(counts.fills()).isPositive();
            assertThat(copy.descriptors()).isEqualTo(2);
        });
        assertThat(Recorders.SCANS.resumedScans() - resumed).isOne();
    }

    @Test
    void aScanWhoseThreadStaysInterruptedKeepsTheStockReader() throws Exception {
        copy.scan(ReadPath.INLINE, Mode.MMAP, Pattern.FULL, reader -> {
            Thread.currentThread().interrupt();
            Counts counts = new Counts();
            assertThat(copy.restOf(reader)).isEqualTo(file.dataLengthBytes());
            assertThat(Thread.interrupted()).isTrue();
            assertThat(counts.fills()).isZero();
            assertThat(counts.fallbacks()).isEqualTo(ImmutableMap.of(Reason.INTERRUPTED, 1L));
        });
    }

    /** Interrupts can occur before a read, during a read, or while another thread decompresses. */
    @Test
    void interruptsAtAnyTimeNeverCloseTheSharedChannelOfAMappedFile() throws Exception {
        for (ReadPath path : paths())
            for (Pattern pattern : Pattern.values())
                copy.scan(path, Mode.MMAP, pattern, reader -> {
                    FileChannel shared = copy.channel(reader);
                    for (int round = 0; round < 20; round++) {
                        reader.seek(0);
                        whileInterrupted(() -> assertThat(copy.restOf(reader)).isEqualTo(file.dataLengthBytes()));
                        assertThat(shared.isOpen()).isTrue();
                    }
                });
    }

    @Test
    void anInterruptedScanOfABufferedFileFailsLikeStockAndKeepsTheSharedChannelOpen() throws Exception {
        for (int bytesBefore : new int[] {0, 1, 200_000})
            copy.scan(ReadPath.INLINE, reader -> {
                reader.readFully(new byte[bytesBefore]);
                FileChannel shared = copy.channel(reader);
                byte[] rest = new byte[Math.toIntExact(reader.bytesRemaining())];
                Thread.currentThread().interrupt();
                assertThatThrownBy(() -> reader.readFully(rest))
                        .isInstanceOf(FSReadError.class)
                        .hasRootCauseInstanceOf(ClosedByInterruptException.class);
                assertThat(Thread.interrupted()).isTrue();
                assertThat(shared.isOpen()).isTrue();
                reader.seek(0);
                assertThat(copy.restOf(reader)).isEqualTo(file.dataLengthBytes());
            });
        for (ReadPath path : ImmutableList.of(ReadPath.INLINE, ReadPath.DIRECT))
            assertThat(ScannedCopy.logged(path)).isFalse();
    }

    @Test
    void interruptsBetweenReadsNeverCloseTheSharedChannelOfABufferedFile() throws Exception {
        for (ReadPath path : paths())
            copy.scan(path, reader -> {
                FileChannel shared = copy.channel(reader);
                for (int position = 0; position < file.dataLengthBytes(); position += file.chunkLengthBytes()) {
                    reader.seek(position);
                    Thread.currentThread().interrupt();
                    try {
                        reader.readByte();
                    } catch (FSReadError e) {
                        assertThat(e).hasRootCauseInstanceOf(ClosedByInterruptException.class);
                    }
                    assertThat(Thread.interrupted()).isTrue();
                    assertThat(shared.isOpen()).isTrue();
                }
            });
    }

    @Test
    void aRangeReadInterruptedBeforeAReadKeepsTheSharedChannelOpen() throws Exception {
        copy.scan(ReadPath.INLINE, Pattern.RAMP, reader -> {
            FileChannel shared = copy.channel(reader);
            Thread.currentThread().interrupt();
            assertThatThrownBy(reader::readByte)
                    .isInstanceOf(FSReadError.class)
                    .hasRootCauseInstanceOf(ClosedByInterruptException.class);
            assertThat(Thread.interrupted()).isTrue();
            assertThat(shared.isOpen()).isTrue();
        });
    }

    @Test
    void anIndexIsReadByCassandrasReaderAfterAnInterrupt() throws Exception {
        Counts counts = new Counts();
        Cases.run(() -> {
            byte[] content = copy.bytes();
            try (FileHandle handle = Release.openMapped(copy.data());
                    RandomAccessReader reader = ReadAheadReaders.wrapIndex(handle.createReader())) {
                FileChannel shared = copy.channel(reader);
                reader.readByte();
                Thread.currentThread().interrupt();
                reader.seek(0);
                assertThat(ByteStreams.toByteArray(reader)).isEqualTo(content);
                assertThat(shared.isOpen()).isTrue();
                assertThat(copy.descriptors()).isOne();
                assertThat(ReadAhead.instance().bytesInUse()).isZero();
            }
        });
        assertThat(counts.fallbacks()).isEqualTo(ImmutableMap.of(Reason.INTERRUPTED, 1L));
    }

    @Test
    void anIndexOpenedByAnInterruptedThreadIsReadByCassandrasReader() throws Exception {
        Counts counts = new Counts();
        Cases.run(() -> {
            byte[] content = copy.bytes();
            try (FileHandle handle = Release.openMapped(copy.data());
                    RandomAccessReader reader = ReadAheadReaders.wrapIndex(handle.createReader())) {
                Thread.currentThread().interrupt();
                assertThat(ByteStreams.toByteArray(reader)).isEqualTo(content);
                assertThat(copy.channel(reader).isOpen()).isTrue();
            } finally {
                Thread.interrupted();
            }
        });
        assertThat(counts.fallbacks()).isEqualTo(ImmutableMap.of(Reason.INTERRUPTED, 1L));
    }

    interface Step {
        void run() throws Exception;
    }

    /** Runs the step while another thread repeatedly interrupts this thread. */
    static void whileInterrupted(Step step) throws Exception {
        Thread scan = Thread.currentThread();
        AtomicBoolean ends = new AtomicBoolean();
        Thread interrupter = new Thread(() -> {
            while (!ends.get()) {
                scan.interrupt();
                LockSupport.parkNanos(1_000);
            }
        });
        interrupter.start();
        try {
            step.run();
        } finally {
            ends.set(true);
            while (interrupter.isAlive()) LockSupport.parkNanos(1_000);
            Thread.interrupted();
        }
    }
}
