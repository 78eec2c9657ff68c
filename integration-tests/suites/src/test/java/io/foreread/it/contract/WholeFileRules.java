package io.foreread.it.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.common.collect.ImmutableMap;
import com.google.common.io.ByteStreams;
import io.foreread.agent.readahead.ReadAhead;
import io.foreread.agent.reader.ReadAheadReaders;
import io.foreread.exporter.recorder.Recorders;
import io.foreread.exporter.recorder.ScanRecorder.Reason;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import org.apache.cassandra.io.FSReadError;
import org.apache.cassandra.io.util.RandomAccessReader;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Checks readers of files that verify reads from start to end, by a channel of their own. */
class WholeFileRules {
    private static final int INDEX_BLOCK_BYTES = 64 << 10;
    private static final int STOCK_READ_BYTES = 4096;
    private static final int CHUNKS_UNTIL_RETRY = 32;

    private ScannedCopy copy;
    private byte[] content;

    @BeforeEach
    void copyTheFile() throws Exception {
        RuleFiles.reset();
        copy = new ScannedCopy(RuleFiles.named("plain"));
        content = copy.bytes();
    }

    @AfterEach
    void deleteTheCopy() throws Exception {
        Thread.interrupted();
        copy.delete();
    }

    private RandomAccessReader open() {
        return ReadAheadReaders.wrapFile(Release.openFile(copy.data()));
    }

    @Test
    void aFileIsReadLikeStock() throws Exception {
        for (AccessPattern reading : AccessPattern.values())
            Cases.run(() -> {
                try (ReaderPair pair = ReaderPair.of(Release.openFile(copy.data()), open())) {
                    reading.run(pair, copy.file());
                }
            });
    }

    @Test
    void dataIsReadInBlocksAndCountsAsAScan() throws Exception {
        for (long blockBytes : new long[] {ReadAhead.MIN_BLOCK_BYTES, ReadAhead.DEFAULT_BLOCK_BYTES})
            Cases.run(() -> {
                ReadAhead.instance().blockBytes(blockBytes);
                Counts counts = new Counts();
                try (RandomAccessReader reader = open()) {
                    assertThat(ReadAhead.instance().bytesInUse()).isZero();
                    assertThat(Arrays.equals(ByteStreams.toByteArray(reader), content))
                            .isTrue();
                    assertThat(ReadAhead.instance().bytesInUse()).isEqualTo(blockBytes);
                    assertThat(copy.descriptors()).isOne();
                }
                assertThat(copy.descriptors()).isZero();
                assertThat(counts.fills()).isEqualTo((content.length + blockBytes - 1) / blockBytes);
                assertThat(counts.fillBytes()).isEqualTo(content.length);
                assertThat(counts.chunksServed())
                        .as("reads of the stock reader that the fills replaced")
                        .isEqualTo((content.length + STOCK_READ_BYTES - 1) / STOCK_READ_BYTES);
                assertThat(counts.opened()).isEqualTo(ImmutableMap.of("foreread full", 1L));
                assertThat(counts.fallbacks()).isEmpty();
            });
    }

    @Test
    void anotherComponentIsReadInSmallBlocksAndIsNoScan() throws Exception {
        Path index = Files.copy(copy.data(), copy.data().resolveSibling("copy-Index.db"));
        Cases.run(() -> {
            Counts counts = new Counts();
            try (RandomAccessReader reader = ReadAheadReaders.wrapFile(Release.openFile(index))) {
                assertThat(Arrays.equals(ByteStreams.toByteArray(reader), content))
                        .isTrue();
                assertThat(ReadAhead.instance().bytesInUse()).isEqualTo(INDEX_BLOCK_BYTES);
            }
            assertThat(counts.opened()).isEmpty();
            assertThat(counts.fills()).isZero();
            assertThat(counts.chunksServed()).isZero();
        });
    }

    /** The digest is such a file. */
    @Test
    void aFileOfOnePageIsLeftToCassandraAndAnyFileIfReadAheadIsOff() throws Exception {
        Path page = Files.write(copy.data().resolveSibling("page-Data.db"), new byte[4096]);
        try (RandomAccessReader stock = Release.openFile(page)) {
            assertThat(ReadAheadReaders.wrapFile(stock)).isSameAs(stock);
        }
        ReadAhead.instance().enabled(false);
        try (RandomAccessReader stock = Release.openFile(copy.data())) {
            assertThat(ReadAheadReaders.wrapFile(stock)).isSameAs(stock);
        } finally {
            ReadAhead.instance().enabled(true);
        }
    }

    @Test
    void lessMemoryMakesSmallerBlocksAndNoneUsesTheStockReader() throws Exception {
        for (long budgetBytes : new long[] {0, 70_000, 140_000}) {
            // The slab of a smaller budget would leave too little of the next one.
            RuleFiles.reset();
            Cases.run(() -> {
                ReadAhead.instance().budgetBytes(budgetBytes);
                Counts counts = new Counts();
                try (RandomAccessReader reader = open()) {
                    assertThat(Arrays.equals(ByteStreams.toByteArray(reader), content))
                            .isTrue();
                    assertThat(ReadAhead.instance().bytesInUse()).isEqualTo(Long.highestOneBit(budgetBytes));
                }
                assertThat(copy.descriptors()).isZero();
                boolean none = budgetBytes == 0;
                assertThat(counts.opened()).isEqualTo(ImmutableMap.of(none ? "stock full" : "foreread full", 1L));
                assertThat(counts.fallbacks())
                        .isEqualTo(none ? ImmutableMap.of(Reason.BUDGET_SPENT, 1L) : ImmutableMap.of());
            });
        }
    }

    @Test
    void dataThatFellBackIsReadAheadAgainWhenMemoryIsAvailable() throws Exception {
        int bytesUntilRetry = CHUNKS_UNTIL_RETRY * STOCK_READ_BYTES;
        for (boolean enabled : new boolean[] {true, false})
            Cases.run(() -> {
                ReadAhead.instance().budgetBytes(0);
                Counts counts = new Counts();
                long resumed = Recorders.SCANS.resumedScans();
                try (RandomAccessReader reader = open()) {
                    byte[] read = new byte[content.length];
                    reader.readFully(read, 0, 1);
                    ReadAhead.instance().budgetBytes(64 << 20);
                    ReadAhead.instance().enabled(enabled);
                    reader.readFully(read, 1, bytesUntilRetry - 1);
                    assertThat(counts.fills()).isZero();
                    reader.readFully(read, bytesUntilRetry, content.length - bytesUntilRetry);
                    assertThat(Arrays.equals(read, content)).isTrue();
                    assertThat(ReadAhead.instance().buffersInUse()).isEqualTo(enabled ? 1 : 0);
                } finally {
                    ReadAhead.instance().enabled(true);
                }
                assertThat(counts.fillBytes()).isEqualTo(enabled ? content.length - bytesUntilRetry : 0);
                assertThat(Recorders.SCANS.resumedScans() - resumed).isEqualTo(enabled ? 1 : 0);
                assertThat(counts.opened()).isEqualTo(ImmutableMap.of("stock full", 1L));
                assertThat(counts.fallbacks()).isEqualTo(ImmutableMap.of(Reason.BUDGET_SPENT, 1L));
            });
    }

    @Test
    void anotherComponentThatFellBackStaysWithCassandrasReader() throws Exception {
        Path index = Files.copy(copy.data(), copy.data().resolveSibling("copy-Index.db"));
        Cases.run(() -> {
            ReadAhead.instance().budgetBytes(0);
            try (RandomAccessReader reader = ReadAheadReaders.wrapFile(Release.openFile(index))) {
                reader.readByte();
                ReadAhead.instance().budgetBytes(64 << 20);
                reader.readFully(new byte[content.length - 1]);
                assertThat(ReadAhead.instance().bytesInUse()).isZero();
            }
        });
    }

    @Test
    void aFileThatIsCutWhileItIsOpenEndsAtItsLastByte() throws Exception {
        Cases.run(() -> {
            ReadAhead.instance().blockBytes(ReadAhead.MIN_BLOCK_BYTES);
            try (RandomAccessReader reader = open()) {
                try (FileChannel channel = FileChannel.open(copy.data(), StandardOpenOption.WRITE)) {
                    channel.truncate(100_000);
                }
                assertThat(Arrays.equals(ByteStreams.toByteArray(reader), Arrays.copyOf(content, 100_000)))
                        .isTrue();
            }
        });
    }

    /**
     * The cause matters: on 6.0, {@code disk_failure_policy: die} ends the JVM after any other one. The read itself notices
     * the interrupt in both cases, so an interrupt before the read and one during the read are the same to the reader.
     */
    @Test
    void anInterruptedThreadFailsLikeStock() throws Exception {
        for (boolean wrapped : new boolean[] {false, true})
            for (int bytesBefore : new int[] {0, 1})
                Cases.run(() -> {
                    Counts counts = new Counts();
                    RandomAccessReader stock = Release.openFile(copy.data());
                    try (RandomAccessReader reader = wrapped ? ReadAheadReaders.wrapFile(stock) : stock) {
                        reader.readFully(new byte[bytesBefore]);
                        FileChannel channel = copy.channel(reader);
                        Thread.currentThread().interrupt();
                        assertThatThrownBy(() -> reader.readFully(new byte[content.length - bytesBefore]))
                                .isInstanceOf(FSReadError.class)
                                .hasRootCauseExactlyInstanceOf(ClosedByInterruptException.class);
                        assertThat(Thread.interrupted()).isTrue();
                        assertThat(channel.isOpen()).isFalse();
                    }
                    assertThat(counts.fallbacks()).isEmpty();
                });
    }

    @Test
    void anInterruptAtAnyTimeFailsLikeStock() throws Exception {
        for (int round = 0; round < 20; round++)
            Cases.run(() -> {
                try (RandomAccessReader reader = open()) {
                    byte[] read = new byte[content.length];
                    reader.readFully(read);
                    InterruptRules.whileInterrupted(() -> assertThatThrownBy(() -> {
                                while (true) {
                                    reader.seek(0);
                                    reader.readFully(read);
                                }
                            })
                            .isInstanceOf(FSReadError.class)
                            .hasRootCauseExactlyInstanceOf(ClosedByInterruptException.class));
                    assertThat(copy.channel(reader).isOpen()).isFalse();
                }
            });
    }

    /** Verify reports a file that it cannot read with the exception of its read. */
    @Test
    void anErrorOfTheDeviceFailsLikeStock() throws Exception {
        Cases.run(() -> {
            try (RandomAccessReader reader = open()) {
                copy.whileClosed(reader, closed -> assertThatThrownBy(reader::readByte)
                        .isInstanceOf(FSReadError.class)
                        .hasRootCauseExactlyInstanceOf(ClosedChannelException.class));
                reader.seek(0);
                assertThat(reader.readByte()).isEqualTo(content[0]);
            }
        });
    }
}
