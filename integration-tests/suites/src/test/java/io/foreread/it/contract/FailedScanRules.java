package io.foreread.it.contract;

import static io.foreread.it.contract.OpenedSstable.with;
import static io.foreread.it.contract.PartitionRanges.everything;
import static io.foreread.it.contract.PartitionRanges.keysOf;
import static io.foreread.it.contract.ScannedPartitions.scan;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.common.collect.ImmutableList;
import io.foreread.agent.reader.SequentialPartitions;
import io.foreread.agent.resident.dispatch.PartitionSteps;
import io.foreread.it.contract.ScannedPartitions.Scan;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import org.apache.cassandra.db.DecoratedKey;
import org.apache.cassandra.db.PartitionPosition;
import org.apache.cassandra.dht.AbstractBounds;
import org.apache.cassandra.dht.Bounds;
import org.apache.cassandra.io.compress.BufferType;
import org.apache.cassandra.io.sstable.CorruptSSTableException;
import org.apache.cassandra.io.sstable.format.SSTableReader;
import org.apache.cassandra.io.util.FileHandle;
import org.apache.cassandra.io.util.RandomAccessReader;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Checks that a scan without the index fails with Cassandra's exception, and that each later step fails too. */
class FailedScanRules {
    private static final String[] TABLES = {"wide-16", "lz4-16"};
    private static final SstableFile PLAIN = RuleFiles.named("plain");

    @BeforeEach
    void resetStaticState() throws ReflectiveOperationException {
        OpenedSstable.assumeScansWithoutIndex();
        RuleFiles.reset();
    }

    @Test
    void aRangeWhoseEndsAreNotInTheIndexIsCorruption() throws Exception {
        Path directory = RuleFiles.scratch();
        Path index = Files.write(directory.resolve("cut-Index.db"), new byte[1]);
        with("wide-16", sstable -> {
            List<DecoratedKey> keys = keysOf(sstable);
            List<AbstractBounds<PartitionPosition>> range = ImmutableList.of(new Bounds<>(keys.get(5), keys.get(9)));
            try (FileHandle cut = Release.openPlain(index, 1)) {
                OpenedSstable.set(sstable, "ifile", cut);
                assertThat(ScannedPartitions.ours(sstable, everything(sstable)).partitions())
                        .hasSameSizeAs(keys);
                // The messages are not compared: each contains the step that detected the corruption, and the two scans
                // detect it in different steps.
                for (Scan scan : ImmutableList.of(
                        ScannedPartitions.ours(sstable, range), ScannedPartitions.stock(sstable, range))) {
                    assertThat(scan.partitions()).isEmpty();
                    assertThat(scan.failure()).startsWith(CorruptSSTableException.class.getName());
                    assertThat(scan.suspect()).isTrue();
                }
            }
        });
        Damage.delete(directory);
    }

    @Test
    void anIndexThatEndsTooEarlyIsCorruptionAndNotTheEndOfTheData() throws Exception {
        Path directory = RuleFiles.scratch();
        Path nothing = Files.createFile(directory.resolve("empty-Index.db"));
        for (int[] ends : new int[][] {{0, 5}, {5, 9}, {5, 39}})
            with("wide-16", sstable -> {
                List<DecoratedKey> keys = keysOf(sstable);
                List<AbstractBounds<PartitionPosition>> range =
                        ImmutableList.of(new Bounds<>(keys.get(ends[0]), keys.get(Math.min(ends[1], keys.size() - 1))));
                try (FileHandle empty = Release.openPlain(nothing, 0)) {
                    OpenedSstable.set(sstable, "ifile", empty);
                    Scan scan = ScannedPartitions.ours(sstable, range);
                    assertThat(scan.partitions()).isEmpty();
                    assertThat(scan.failure()).contains("the partition index ends before");
                    assertThat(scan.suspect()).isTrue();
                }
            });
        Damage.delete(directory);
    }

    @Test
    void aScanFailsAtDamageAndAtEachLaterStep() throws Exception {
        Path directory = RuleFiles.scratch();
        Path nothing = Files.createFile(directory.resolve("empty-Data.db"));
        with("wide-16", sstable -> {
            try (FileHandle empty = Release.openPlain(nothing, 0);
                    RandomAccessReader reader = empty.createReader()) {
                SequentialPartitions partitions = ScannedPartitions.of(sstable, reader);
                Iterator<AbstractBounds<PartitionPosition>> ranges =
                        everything(sstable).iterator();
                assertThatThrownBy(() -> partitions.next(ranges)).isInstanceOf(CorruptSSTableException.class);
                assertThatThrownBy(() -> partitions.hasNext(ranges)).isInstanceOf(CorruptSSTableException.class);
                assertThatThrownBy(() -> partitions.next(ranges)).isInstanceOf(CorruptSSTableException.class);
            }
        });
        Damage.delete(directory);
    }

    @Test
    void damagedDataFailsAtTheSamePlaceAsWithTheIndex() throws Exception {
        for (String name : TABLES)
            for (Damage damage : Damage.values()) {
                Path directory = RuleFiles.scratch();
                SstableFile damaged = damage.copyOf(RuleFiles.named(name), directory.resolve("damaged"));
                List<Scan> scans = new ArrayList<>();
                for (boolean ours : new boolean[] {false, true})
                    Cases.run(() -> {
                        try (OpenedSstable opened = OpenedSstable.of(RuleFiles.named(name), damaged)) {
                            SSTableReader sstable = opened.sstable();
                            scans.add(
                                    ours
                                            ? ScannedPartitions.ours(sstable, everything(sstable))
                                            : ScannedPartitions.stock(sstable, everything(sstable)));
                        }
                    });
                assertThat(scans.get(1)).as("%s %s", name, damage).isEqualTo(scans.get(0));
                assertThat(scans.get(0).failure()).as("%s %s", name, damage).isNotNull();
                Damage.delete(directory.resolve("damaged"));
                Files.delete(directory);
            }
    }

    @Test
    void aFileThatEndsWithinAPartitionIsCorruption() throws Exception {
        byte[] good = Files.readAllBytes(PLAIN.data());
        assertScanOf(good, null);
        assertScanOf(Arrays.copyOf(good, good.length - 5), "EOFException");
    }

    @Test
    void aPartitionThatContinuesBeyondItsRangeIsCorruption() throws Exception {
        with("plain", sstable -> {
            long lengthBytes = Files.size(PLAIN.data());
            List<AbstractBounds<PartitionPosition>> everything = everything(sstable);
            int partitions = keysOf(sstable).size();
            try (FileHandle whole = Release.openPlain(PLAIN.data(), lengthBytes);
                    FileHandle shorter = Release.openPlain(PLAIN.data(), lengthBytes - 5);
                    RandomAccessReader reader = whole.createReader()) {
                OpenedSstable.set(sstable, "dfile", shorter);
                Scan scan = ScannedPartitions.read(sstable, ScannedPartitions.of(sstable, reader), everything);
                assertThat(scan.partitions()).hasSize(partitions);
                assertThat(scan.failure())
                        .startsWith(CorruptSSTableException.class.getName())
                        .contains("ends at " + lengthBytes, "its range at " + (lengthBytes - 5));
                assertThat(scan.suspect()).isTrue();
            }
        });
    }

    @Test
    void afterAFailureEachFurtherStepFails() throws Exception {
        for (Throwable failure : ImmutableList.of(
                new IllegalStateException("once"), new AssertionError("once"), new IOException("once")))
            with(
                    "wide-16",
                    sstable -> scan(sstable, everything(sstable), (partitions, ranges) -> {
                        Iterator<AbstractBounds<PartitionPosition>> failing = new FailingOnce<>(ranges, failure);
                        assertThatThrownBy(() -> partitions.hasNext(failing)).isSameAs(failure);
                        assertFailed(partitions, failing, failure);
                    }));
    }

    @Test
    void afterAnErrorAScanDoesNotContinueWithinAPartition() throws Exception {
        Path directory = RuleFiles.scratch();
        SstableFile wide = RuleFiles.named("wide-16");
        Path table = directory.resolve("held-CompressionInfo.db");
        wide.chunks().withCompressor(HeldCompressor.class).write(table);
        SstableFile held =
                new SstableFile(wide.name(), wide.data(), table, wide.chunks(), wide.compressedLengthBytes());
        HeldCompressor.reset(BufferType.OFF_HEAP);
        int[] failures = new int[1];
        for (int chunk = 0; chunk < wide.chunkCount(); chunk++) {
            int partitionsBefore = 2 * chunk;
            Cases.run(() -> {
                try (OpenedSstable opened = OpenedSstable.of(wide, held)) {
                    failures[0] += failAfter(opened.sstable(), partitionsBefore);
                }
            });
        }
        assertThat(failures[0]).isGreaterThan(wide.chunkCount() / 2);
        Damage.delete(directory);
    }

    /**
     * Fails the decompression of the next chunk after the given number of partitions.
     *
     * @return 1 if the scan decompressed another chunk, else 0
     */
    private static int failAfter(SSTableReader sstable, int partitionsBefore) {
        int[] failures = new int[1];
        scan(sstable, everything(sstable), (partitions, ranges) -> {
            for (int i = 0; i < partitionsBefore && partitions.hasNext(ranges); i++) partitions.next(ranges);
            HeldCompressor.failsOnce = () -> new OutOfMemoryError("once");
            try {
                while (partitions.hasNext(ranges)) partitions.next(ranges);
            } catch (OutOfMemoryError e) {
                assertThat(e).hasMessage("once");
                assertFailed(partitions, ranges, e);
                failures[0]++;
            }
            HeldCompressor.failsOnce = null;
        });
        return failures[0];
    }

    /**
     * Checks that later steps throw the same exception if the first failure is a RuntimeException, else an
     * IllegalStateException whose cause is the first failure.
     */
    private static void assertFailed(
            PartitionSteps partitions, Iterator<AbstractBounds<PartitionPosition>> ranges, Throwable failure) {
        for (ThrowingCallable step :
                Arrays.<ThrowingCallable>asList(() -> partitions.hasNext(ranges), () -> partitions.next(ranges)))
            if (failure instanceof RuntimeException) assertThatThrownBy(step).isSameAs(failure);
            else
                assertThatThrownBy(step)
                        .isInstanceOf(IllegalStateException.class)
                        .hasCause(failure);
    }

    /** Throws the failure when {@link #hasNext} is called for the first time. */
    private static final class FailingOnce<T> implements Iterator<T> {
        private final Iterator<T> items;
        private Throwable failure;

        FailingOnce(Iterator<T> items, Throwable failure) {
            this.items = items;
            this.failure = failure;
        }

        @Override
        public boolean hasNext() {
            Throwable thrown = failure;
            failure = null;
            if (thrown != null) throw FailingOnce.<RuntimeException>unchecked(thrown);
            return items.hasNext();
        }

        @Override
        public T next() {
            return items.next();
        }

        @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"})
        private static <E extends Throwable> E unchecked(Throwable failure) throws E {
            throw (E) failure;
        }
    }

    /** @param cause the cause in the failure message if the last partition is corrupt; null if it is not */
    private static void assertScanOf(byte[] data, String cause) throws Exception {
        Path directory = RuleFiles.scratch();
        Path file = Files.write(directory.resolve("forged-Data.db"), data);
        with("plain", sstable -> {
            int partitions = keysOf(sstable).size();
            Scan scan = ScannedPartitions.in(file, sstable, everything(sstable));
            assertThat(scan.partitions()).hasSize(cause == null ? partitions : partitions - 1);
            assertThat(scan.suspect()).isEqualTo(cause != null);
            if (cause == null) assertThat(scan.failure()).isNull();
            else
                assertThat(scan.failure())
                        .startsWith(CorruptSSTableException.class.getName())
                        .contains(cause);
        });
        Damage.delete(directory);
    }
}
