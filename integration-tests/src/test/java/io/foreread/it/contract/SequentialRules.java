package io.foreread.it.contract;

import static io.foreread.it.contract.PartitionRanges.everything;
import static io.foreread.it.contract.PartitionRanges.keysOf;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.foreread.agent.readahead.ReadAhead;
import io.foreread.it.contract.ScannedPartitions.Scan;
import java.lang.reflect.Constructor;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.SplittableRandom;
import org.apache.cassandra.config.DatabaseDescriptor;
import org.apache.cassandra.db.DataRange;
import org.apache.cassandra.db.DecoratedKey;
import org.apache.cassandra.db.PartitionPosition;
import org.apache.cassandra.dht.AbstractBounds;
import org.apache.cassandra.dht.Bounds;
import org.apache.cassandra.dht.Range;
import org.apache.cassandra.io.sstable.CorruptSSTableException;
import org.apache.cassandra.io.sstable.format.SSTableReader;
import org.apache.cassandra.io.sstable.format.SSTableReader.OpenReason;
import org.apache.cassandra.io.sstable.format.ScanReaders;
import org.apache.cassandra.io.sstable.format.SequentialPartitions;
import org.apache.cassandra.io.util.FileHandle;
import org.apache.cassandra.io.util.RandomAccessReader;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Partitions as they lie in the data are those that the index leads to. */
class SequentialRules {
    private static final String HOOK = RuleFiles.HOOK;
    private static final String[] TABLES = {"wide-16", "lz4-16"};
    private static final SstableFile PLAIN = RuleFiles.named("plain");

    @BeforeEach
    void forgetTheLastMutant() throws ReflectiveOperationException {
        RuleFiles.reset();
    }

    @Test
    void aScanOfEverythingHandsOutWhatTheIndexLeadsTo() throws Exception {
        for (String name : TABLES)
            with(name, sstable -> {
                Scan stock = ScannedPartitions.stock(sstable, everything(sstable));
                assertThat(stock.failure()).isNull();
                assertThat(stock.partitions()).hasSizeGreaterThan(10);
                assertThat(ScannedPartitions.ours(sstable, everything(sstable))).isEqualTo(stock);
            });
    }

    @Test
    void aScanOfRangesHandsOutWhatTheIndexLeadsTo() throws Exception {
        for (String name : TABLES)
            with(name, sstable -> {
                List<DecoratedKey> keys = keysOf(sstable);
                SplittableRandom random = new SplittableRandom(7);
                for (int i = 0; i < 60; i++) {
                    List<AbstractBounds<PartitionPosition>> ranges = PartitionRanges.random(keys, random);
                    assertThat(ScannedPartitions.ours(sstable, ranges))
                            .as("%s", ranges)
                            .isEqualTo(ScannedPartitions.stock(sstable, ranges));
                }
            });
    }

    @Test
    void everyKindOfEndIsWhereTheIndexPutsIt() throws Exception {
        with("wide-16", sstable -> {
            List<DecoratedKey> keys = keysOf(sstable);
            int last = keys.size() - 1;
            List<AbstractBounds<PartitionPosition>> ranges = new ArrayList<>();
            for (int[] ends :
                    new int[][] {{0, 0}, {0, 1}, {0, last}, {1, 2}, {3, last}, {last - 1, last}, {last, last}})
                ranges.addAll(PartitionRanges.between(keys.get(ends[0]), keys.get(ends[1])));
            PartitionPosition minimum = PartitionRanges.MINIMUM.minKeyBound();
            // Before the first, behind the last, and all.
            ranges.add(new Range<>(minimum, keys.get(0).getToken().minKeyBound()));
            ranges.add(new Range<>(keys.get(last).getToken().maxKeyBound(), minimum));
            ranges.add(new Range<>(minimum, minimum));
            for (AbstractBounds<PartitionPosition> range : ranges)
                assertThat(ScannedPartitions.ours(sstable, List.of(range)))
                        .as("%s", range)
                        .isEqualTo(ScannedPartitions.stock(sstable, List.of(range)));
        });
    }

    @Test
    void aRangeWhoseEndsTheIndexCannotTellIsCorruption() throws Exception {
        with("wide-16", sstable -> {
            List<DecoratedKey> keys = keysOf(sstable);
            List<AbstractBounds<PartitionPosition>> range = List.of(new Bounds<>(keys.get(5), keys.get(9)));
            try (FileHandle cut = Release.openPlain(PLAIN.data(), 1)) {
                OpenedSstable.set(sstable, "ifile", cut);
                assertThat(ScannedPartitions.ours(sstable, everything(sstable)).partitions())
                        .hasSameSizeAs(keys);
                // Which step finds out is told by the messages, and differs.
                for (Scan scan :
                        List.of(ScannedPartitions.ours(sstable, range), ScannedPartitions.stock(sstable, range))) {
                    assertThat(scan.partitions()).isEmpty();
                    assertThat(scan.failure()).startsWith(CorruptSSTableException.class.getName());
                    assertThat(scan.suspect()).isTrue();
                }
            }
        });
    }

    @Test
    void anIndexThatEndsTooEarlyIsCorruptionAndNotTheEndOfTheData() throws Exception {
        Path directory = RuleFiles.scratch();
        Path nothing = Files.createFile(directory.resolve("empty-Index.db"));
        for (int[] ends : new int[][] {{0, 5}, {5, 9}, {5, 39}})
            with("wide-16", sstable -> {
                List<DecoratedKey> keys = keysOf(sstable);
                List<AbstractBounds<PartitionPosition>> range =
                        List.of(new Bounds<>(keys.get(ends[0]), keys.get(Math.min(ends[1], keys.size() - 1))));
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
    void behindDamageAScanHasNothingMore() throws Exception {
        with("wide-16", sstable -> {
            try (FileHandle empty = Release.openPlain(PLAIN.data(), 1);
                    RandomAccessReader reader = empty.createReader()) {
                SequentialPartitions partitions = partitionsOf(sstable, reader);
                Iterator<AbstractBounds<PartitionPosition>> ranges =
                        everything(sstable).iterator();
                assertThatThrownBy(() -> partitions.next(ranges)).isInstanceOf(CorruptSSTableException.class);
                assertThatThrownBy(() -> partitions.hasNext(ranges)).isInstanceOf(CorruptSSTableException.class);
                assertThatThrownBy(() -> partitions.next(ranges)).isInstanceOf(CorruptSSTableException.class);
            }
        });
    }

    @Test
    void aPartitionThatIsNotReadToItsEndIsFollowedByTheNext() throws Exception {
        with("wide-16", sstable -> {
            List<DecoratedKey> keys = keysOf(sstable);
            for (int rows : new int[] {0, 1, 5}) {
                List<DecoratedKey> seen = new ArrayList<>();
                scan(sstable, everything(sstable), (partitions, ranges) -> {
                    while (partitions.hasNext(ranges)) {
                        var partition = partitions.next(ranges);
                        seen.add(partition.partitionKey());
                        for (int i = 0; i < rows && partition.hasNext(); i++) partition.next();
                        partition.close();
                        assertThat(partitions.hasNext(ranges)).isEqualTo(partitions.hasNext(ranges));
                    }
                });
                assertThat(seen).isEqualTo(keys);
            }
        });
    }

    @Test
    void behindTheLastPartitionThereIsNone() throws Exception {
        with(
                "wide-16",
                sstable -> scan(sstable, everything(sstable), (partitions, ranges) -> {
                    while (partitions.hasNext(ranges)) partitions.next(ranges).close();
                    assertThat(partitions.hasNext(ranges)).isFalse();
                    assertThatThrownBy(() -> partitions.next(ranges)).isInstanceOf(NoSuchElementException.class);
                }));
    }

    @Test
    void whatIsScannedIsCountedWhenAPartitionIsDone() throws Exception {
        with("wide-16", sstable -> {
            List<DecoratedKey> keys = keysOf(sstable);
            scan(sstable, everything(sstable), (partitions, ranges) -> {
                assertThat(partitions.hasNext(ranges)).isTrue();
                partitions.next(ranges);
                assertThat(partitions.scannedBytes()).isZero();
                long before = 0;
                while (partitions.hasNext(ranges)) {
                    assertThat(partitions.scannedBytes()).isGreaterThan(before);
                    before = partitions.scannedBytes();
                    partitions.next(ranges);
                }
                assertThat(partitions.scannedBytes()).isEqualTo(sstable.uncompressedLength());
            });
            // Without what lies before and between the ranges.
            List<AbstractBounds<PartitionPosition>> parts = new ArrayList<>();
            for (int[] ends : new int[][] {{0, 1}, {2, 9}, {10, keys.size() - 1}})
                parts.add(new Bounds<>(keys.get(ends[0]), keys.get(ends[1])));
            long middle = scannedBytes(sstable, parts.subList(1, 2));
            long rest = scannedBytes(sstable, List.of(parts.get(0), parts.get(2)));
            assertThat(middle).isPositive();
            assertThat(rest).isGreaterThan(middle);
            assertThat(middle + rest).isEqualTo(sstable.uncompressedLength());
        });
    }

    @Test
    void anSstableWhoseStartHasMovedBeginsThere() throws Exception {
        with("wide-16", sstable -> {
            sstable.first = keysOf(sstable).get(5);
            OpenedSstable.set(sstable, "openReason", OpenReason.MOVED_START);
            Scan stock = ScannedPartitions.stock(sstable, everything(sstable));
            assertThat(stock.partitions()).isNotEmpty();
            assertThat(ScannedPartitions.ours(sstable, everything(sstable))).isEqualTo(stock);
        });
    }

    @Test
    void damagedDataFailsWhereItDoesByTheIndex() throws Exception {
        for (String name : TABLES)
            for (Damage damage : Damage.values()) {
                Path directory = RuleFiles.scratch();
                SstableFile damaged = damage.copyOf(RuleFiles.named(name), directory.resolve("damaged"));
                List<Scan> scans = new ArrayList<>();
                for (boolean ours : new boolean[] {false, true})
                    Report.run(() -> {
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
    void partitionsOutOfOrderOrOutOfTheirRangeAreCorruption() throws Exception {
        byte[] good = Files.readAllBytes(PLAIN.data());
        byte[] swapped = good.clone();
        List<DecoratedKey> keys = new ArrayList<>();
        with("plain", sstable -> keys.addAll(keysOf(sstable)));
        // Every partition of this table is as long as the others.
        int partitionBytes = good.length / keys.size();
        System.arraycopy(good, partitionBytes, swapped, 0, partitionBytes);
        System.arraycopy(good, 0, swapped, partitionBytes, partitionBytes);
        Bounds<PartitionPosition> all = new Bounds<>(keys.get(0), keys.get(keys.size() - 1));

        forged(good, all, keys.size(), null);
        byte[] twice = good.clone();
        System.arraycopy(good, 0, twice, partitionBytes, partitionBytes);
        forged(twice, all, 1, keys.get(0) + " follows " + keys.get(0));
        forged(swapped, all, 1, keys.get(0) + " follows " + keys.get(1));
        forged(swapped, new Bounds<>(keys.get(0), keys.get(0)), 0, keys.get(1) + " is not in");
        forged(Arrays.copyOf(good, good.length - 5), all, keys.size() - 1, "EOFException");
    }

    @Test
    void aPartitionThatGoesOnBehindItsRangeIsCorruption() throws Exception {
        with("plain", sstable -> {
            long lengthBytes = Files.size(PLAIN.data());
            List<AbstractBounds<PartitionPosition>> everything = everything(sstable);
            int partitions = keysOf(sstable).size();
            try (FileHandle whole = Release.openPlain(PLAIN.data(), lengthBytes);
                    FileHandle shorter = Release.openPlain(PLAIN.data(), lengthBytes - 5);
                    RandomAccessReader reader = whole.createReader()) {
                OpenedSstable.set(sstable, "dfile", shorter);
                Scan scan = ScannedPartitions.read(sstable, partitionsOf(sstable, reader), everything);
                assertThat(scan.partitions()).hasSize(partitions);
                assertThat(scan.failure())
                        .startsWith(CorruptSSTableException.class.getName())
                        .contains("ends at " + lengthBytes, "its range at " + (lengthBytes - 5));
                assertThat(scan.suspect()).isTrue();
            }
        });
    }

    @Test
    void onlyScansOfEverythingThatWeReadGoWithoutTheIndex() throws Exception {
        with("wide-16", sstable -> {
            DataRange range = DataRange.allData(DatabaseDescriptor.getPartitioner());
            assertThat(goesWithout(ScanReaders.open(sstable, (DataRange) null, HOOK)))
                    .isTrue();
            assertThat(goesWithout(ScanReaders.open(sstable, null, null, HOOK))).isTrue();
            assertThat(goesWithout(ScanReaders.open(sstable, range, HOOK))).isFalse();
            assertThat(goesWithout(ScanReaders.open(sstable, HOOK))).isFalse();
            assertThat(goesWithout(ScanReaders.openNative(sstable, HOOK))).isFalse();
            assertThat(goesWithout(sstable.openDataReader())).isFalse();
            ReadAhead.instance().skipIndex(false);
            assertThat(goesWithout(ScanReaders.open(sstable, (DataRange) null, HOOK)))
                    .isFalse();
            ReadAhead.instance().skipIndex(true);
            ReadAhead.instance().enabled(false);
            assertThat(goesWithout(ScanReaders.open(sstable, (DataRange) null, HOOK)))
                    .isFalse();
        });
        with("wide-16", sstable -> {
            OpenedSstable.set(sstable, "openReason", OpenReason.EARLY);
            assertThat(goesWithout(ScanReaders.open(sstable, (DataRange) null, HOOK)))
                    .isFalse();
        });
        with("wide-16", sstable -> {
            try (FileHandle unchecked = Release.open(RuleFiles.named("wide-16"), Mode.STANDARD, 0.99)) {
                OpenedSstable.set(sstable, "dfile", unchecked);
                assertThat(goesWithout(ScanReaders.open(sstable, (DataRange) null, HOOK)))
                        .isFalse();
            }
        });
        with("plain", sstable -> assertThat(goesWithout(ScanReaders.open(sstable, (DataRange) null, HOOK)))
                .isFalse());
    }

    private static boolean goesWithout(RandomAccessReader reader) {
        try (reader) {
            return SequentialPartitions.of(reader) != null;
        }
    }

    /**
     * @param partitions that are good
     * @param cause null if all are
     */
    private static void forged(byte[] data, AbstractBounds<PartitionPosition> range, int partitions, String cause)
            throws Exception {
        Path directory = RuleFiles.scratch();
        Path file = Files.write(directory.resolve("forged-Data.db"), data);
        with("plain", sstable -> {
            try (FileHandle handle = Release.openPlain(file, data.length);
                    RandomAccessReader reader = handle.createReader()) {
                Scan scan = ScannedPartitions.read(sstable, partitionsOf(sstable, reader), List.of(range));
                assertThat(scan.partitions()).hasSize(partitions);
                assertThat(scan.suspect()).isEqualTo(cause != null);
                if (cause == null) assertThat(scan.failure()).isNull();
                else
                    assertThat(scan.failure())
                            .startsWith(CorruptSSTableException.class.getName())
                            .contains(cause);
            }
        });
        Damage.delete(directory);
    }

    private static SequentialPartitions partitionsOf(SSTableReader sstable, RandomAccessReader reader)
            throws ReflectiveOperationException {
        Constructor<SequentialPartitions> constructor =
                SequentialPartitions.class.getDeclaredConstructor(SSTableReader.class, RandomAccessReader.class);
        constructor.setAccessible(true);
        return constructor.newInstance(sstable, reader);
    }

    private interface Body {
        void check(SSTableReader sstable) throws Exception;
    }

    private interface Steps {
        void take(SequentialPartitions partitions, Iterator<AbstractBounds<PartitionPosition>> ranges);
    }

    private static void with(String table, Body body) throws Exception {
        Report.run(() -> {
            try (OpenedSstable opened = OpenedSstable.of(RuleFiles.named(table))) {
                body.check(opened.sstable());
            }
        });
    }

    private static long scannedBytes(SSTableReader sstable, List<AbstractBounds<PartitionPosition>> ranges) {
        long[] bytes = new long[1];
        scan(sstable, ranges, (partitions, left) -> {
            while (partitions.hasNext(left)) partitions.next(left);
            bytes[0] = partitions.scannedBytes();
        });
        return bytes[0];
    }

    private static void scan(SSTableReader sstable, List<AbstractBounds<PartitionPosition>> ranges, Steps steps) {
        try (RandomAccessReader reader = ScanReaders.open(sstable, (DataRange) null, HOOK)) {
            steps.take(SequentialPartitions.of(reader), ranges.iterator());
        }
    }
}
