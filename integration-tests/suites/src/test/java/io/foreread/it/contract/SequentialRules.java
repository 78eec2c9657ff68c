package io.foreread.it.contract;

import static io.foreread.it.contract.OpenedSstable.with;
import static io.foreread.it.contract.PartitionRanges.everything;
import static io.foreread.it.contract.PartitionRanges.keysOf;
import static io.foreread.it.contract.ScannedPartitions.scan;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.common.collect.ImmutableList;
import io.foreread.agent.readahead.ReadAhead;
import io.foreread.agent.reader.ScanReaders;
import io.foreread.agent.resident.dispatch.ScanDispatch;
import io.foreread.it.contract.ScannedPartitions.Scan;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.SplittableRandom;
import org.apache.cassandra.config.DatabaseDescriptor;
import org.apache.cassandra.db.DataRange;
import org.apache.cassandra.db.DecoratedKey;
import org.apache.cassandra.db.PartitionPosition;
import org.apache.cassandra.db.rows.UnfilteredRowIterator;
import org.apache.cassandra.dht.AbstractBounds;
import org.apache.cassandra.dht.Bounds;
import org.apache.cassandra.dht.Range;
import org.apache.cassandra.io.sstable.CorruptSSTableException;
import org.apache.cassandra.io.sstable.format.SSTableReader;
import org.apache.cassandra.io.sstable.format.SSTableReader.OpenReason;
import org.apache.cassandra.io.util.FileHandle;
import org.apache.cassandra.io.util.RandomAccessReader;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Checks that a scan in the order of Data.db returns the same partitions as a scan with the index. */
class SequentialRules {
    private static final String HOOK = RuleFiles.HOOK;
    private static final String[] TABLES = {"wide-16", "lz4-16"};

    @BeforeEach
    void resetStaticState() throws ReflectiveOperationException {
        OpenedSstable.assumeScansWithoutIndex();
        RuleFiles.reset();
    }

    @Test
    void aFullScanReturnsTheSamePartitionsAsAScanWithTheIndex() throws Exception {
        for (String name : TABLES)
            with(name, sstable -> {
                Scan stock = ScannedPartitions.stock(sstable, everything(sstable));
                assertThat(stock.failure()).isNull();
                assertThat(stock.partitions()).hasSizeGreaterThan(10);
                assertThat(ScannedPartitions.ours(sstable, everything(sstable))).isEqualTo(stock);
            });
    }

    @Test
    void aScanOfRangesReturnsTheSamePartitionsAsAScanWithTheIndex() throws Exception {
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
    void aScanOfARangeReadsOnlyTheChunksOfTheRange() throws Exception {
        with("lz4-16", sstable -> {
            List<DecoratedKey> keys = keysOf(sstable);
            Counts counts = new Counts();
            Scan scan = ScannedPartitions.ours(
                    sstable, PartitionRanges.between(keys.get(1), keys.get(2)).subList(0, 1));
            assertThat(scan.partitions()).isNotEmpty();
            assertThat(counts.fillBytes()).isPositive().isLessThan(ReadAhead.MIN_BLOCK_BYTES);
        });
    }

    @Test
    void rangesOfEveryKindReturnTheSamePartitionsAsAScanWithTheIndex() throws Exception {
        with("wide-16", sstable -> {
            List<DecoratedKey> keys = keysOf(sstable);
            int last = keys.size() - 1;
            List<AbstractBounds<PartitionPosition>> ranges = new ArrayList<>();
            for (int[] ends :
                    new int[][] {{0, 0}, {0, 1}, {0, last}, {1, 2}, {3, last}, {last - 1, last}, {last, last}})
                ranges.addAll(PartitionRanges.between(keys.get(ends[0]), keys.get(ends[1])));
            PartitionPosition minimum = PartitionRanges.MINIMUM.minKeyBound();
            // Adds the ranges before the first partition and after the last one, and the range of all partitions.
            ranges.add(new Range<>(minimum, keys.get(0).getToken().minKeyBound()));
            ranges.add(new Range<>(keys.get(last).getToken().maxKeyBound(), minimum));
            ranges.add(new Range<>(minimum, minimum));
            for (AbstractBounds<PartitionPosition> range : ranges)
                assertThat(ScannedPartitions.ours(sstable, ImmutableList.of(range)))
                        .as("%s", range)
                        .isEqualTo(ScannedPartitions.stock(sstable, ImmutableList.of(range)));
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
                        UnfilteredRowIterator partition = partitions.next(ranges);
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
    void aScanEndsAfterTheLastPartition() throws Exception {
        with(
                "wide-16",
                sstable -> scan(sstable, everything(sstable), (partitions, ranges) -> {
                    while (partitions.hasNext(ranges)) partitions.next(ranges).close();
                    assertThat(partitions.hasNext(ranges)).isFalse();
                    assertThatThrownBy(() -> partitions.next(ranges)).isInstanceOf(NoSuchElementException.class);
                }));
    }

    @Test
    void scannedBytesAreCountedAtTheEndOfEachPartition() throws Exception {
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
            // The scanned bytes do not include data before and between the ranges.
            List<AbstractBounds<PartitionPosition>> parts = new ArrayList<>();
            for (int[] ends : new int[][] {{0, 1}, {2, 9}, {10, keys.size() - 1}})
                parts.add(new Bounds<>(keys.get(ends[0]), keys.get(ends[1])));
            long middle = scannedBytes(sstable, parts.subList(1, 2));
            long rest = scannedBytes(sstable, ImmutableList.of(parts.get(0), parts.get(2)));
            assertThat(middle).isPositive();
            assertThat(rest).isGreaterThan(middle);
            assertThat(middle + rest).isEqualTo(sstable.uncompressedLength());
        });
    }

    @Test
    void aScanBeginsAtTheMovedStartOfItsSstable() throws Exception {
        with("wide-16", sstable -> {
            OpenedSstable.set(sstable, "first", keysOf(sstable).get(5));
            OpenedSstable.set(sstable, "openReason", OpenReason.MOVED_START);
            Scan stock = ScannedPartitions.stock(sstable, everything(sstable));
            assertThat(stock.partitions()).isNotEmpty();
            assertThat(ScannedPartitions.ours(sstable, everything(sstable))).isEqualTo(stock);
        });
    }

    @Test
    void onlyFullScansThatForereadReadsSkipTheIndex() throws Exception {
        with("wide-16", sstable -> {
            DataRange range = DataRange.allData(DatabaseDescriptor.getPartitioner());
            assertThat(skipsIndex(ScanReaders.open(sstable, null, null, HOOK))).isTrue();
            assertThat(skipsIndex(ScanReaders.open(sstable, null, null, HOOK))).isTrue();
            assertThat(skipsIndex(ScanReaders.open(sstable, null, range, HOOK))).isFalse();
            assertThat(skipsIndex(ScanReaders.open(sstable, null, HOOK))).isFalse();
            assertThat(skipsIndex(ScanReaders.openNative(sstable, HOOK))).isFalse();
            assertThat(skipsIndex(sstable.openDataReader())).isFalse();
            ReadAhead.instance().skipIndex(false);
            assertThat(skipsIndex(ScanReaders.open(sstable, null, null, HOOK))).isFalse();
            ReadAhead.instance().skipIndex(true);
            ReadAhead.instance().enabled(false);
            assertThat(skipsIndex(ScanReaders.open(sstable, null, null, HOOK))).isFalse();
        });
        with("wide-16", sstable -> {
            OpenedSstable.set(sstable, "openReason", OpenReason.EARLY);
            assertThat(skipsIndex(ScanReaders.open(sstable, null, null, HOOK))).isFalse();
        });
        with("wide-16", sstable -> {
            try (FileHandle unchecked = Release.open(RuleFiles.named("wide-16"), Mode.STANDARD, 0.99)) {
                OpenedSstable.set(sstable, "dfile", unchecked);
                assertThat(skipsIndex(ScanReaders.open(sstable, null, null, HOOK)))
                        .isFalse();
            }
        });
        for (Mode mode : new Mode[] {Mode.STANDARD, Mode.MMAP})
            with("plain", sstable -> {
                try (FileHandle uncompressed = Release.open(RuleFiles.named("plain"), mode, 1.0)) {
                    OpenedSstable.set(sstable, "dfile", uncompressed);
                    assertThat(skipsIndex(ScanReaders.open(sstable, null, null, HOOK)))
                            .isFalse();
                }
            });
    }

    /** Without checks, a scan could read the next partition at a wrong position. */
    @Test
    void aScanWithoutTheIndexChecksEachChunkIfTheChanceIsLoweredMeanwhile() throws Exception {
        Path directory = RuleFiles.scratch();
        SstableFile file = RuleFiles.named("wide-16");
        SstableFile damaged = Damage.FLIP_IN_EVERY_CHECKSUM.copyOf(file, directory.resolve("damaged"));
        double[] chance = {1};
        with(file.name(), sstable -> {
            try (FileHandle handle = Release.open(damaged, Mode.STANDARD, chance)) {
                OpenedSstable.set(sstable, "dfile", handle);
                scan(sstable, everything(sstable), (partitions, ranges) -> {
                    Release.changeCrcCheckChance(handle, chance, 0);
                    assertThatThrownBy(() -> partitions.next(ranges)).isInstanceOf(CorruptSSTableException.class);
                });
            }
        });
        Damage.delete(directory.resolve("damaged"));
        Files.delete(directory);
    }

    private static boolean skipsIndex(RandomAccessReader reader) {
        try {
            return ScanDispatch.partitions(reader) != null;
        } finally {
            reader.close();
        }
    }

    private static long scannedBytes(SSTableReader sstable, List<AbstractBounds<PartitionPosition>> ranges) {
        long[] bytes = new long[1];
        scan(sstable, ranges, (partitions, left) -> {
            while (partitions.hasNext(left)) partitions.next(left);
            bytes[0] = partitions.scannedBytes();
        });
        return bytes[0];
    }
}
