package io.foreread.it.contract;

import static io.foreread.it.contract.OpenedSstable.with;
import static io.foreread.it.contract.PartitionRanges.everything;
import static io.foreread.it.contract.PartitionRanges.keysOf;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.collect.ImmutableList;
import io.foreread.it.contract.ScannedPartitions.Scan;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.apache.cassandra.db.DecoratedKey;
import org.apache.cassandra.db.PartitionPosition;
import org.apache.cassandra.dht.AbstractBounds;
import org.apache.cassandra.io.sstable.CorruptSSTableException;
import org.apache.cassandra.io.sstable.format.SSTableReader;
import org.apache.cassandra.io.util.FileHandle;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Checks that scans with and without the index return the same partitions if partitions are misordered. */
class MisorderedRules {
    private static final SstableFile PLAIN = RuleFiles.named("plain");

    @BeforeEach
    void resetStaticState() throws ReflectiveOperationException {
        OpenedSstable.assumeScansWithoutIndex();
        RuleFiles.reset();
    }

    @Test
    void misorderedPartitionsAreReturnedInTheirOrderInDataDb() throws Exception {
        withMisordered(5, (sstable, data) -> {
            Scan stock = ScannedPartitions.stock(sstable, everything(sstable));
            assertThat(ScannedPartitions.in(data, sstable, everything(sstable))).isEqualTo(stock);
            List<DecoratedKey> keys = keysOf(sstable);
            assertThat(keys.get(5)).isGreaterThan(keys.get(6));
            assertThat(stock.failure()).isNull();
            assertThat(stock.suspect()).isFalse();
        });
    }

    /**
     * Cassandra's scan with the index ends a range at a misordered key, and does not return later partitions of the
     * range. Foreread's scan fails at this key.
     */
    @Test
    void aPartitionOutsideItsRangeFailsTheScanButIsNotCorruption() throws Exception {
        withMisordered(-1, (sstable, data) -> {
            List<DecoratedKey> keys = keysOf(sstable);
            OpenedSstable.set(sstable, "last", keys.get(keys.size() - 1));
            Scan stock = ScannedPartitions.stock(sstable, everything(sstable));
            assertThat(stock.partitions()).hasSize(keys.size() - 2);
            assertThat(stock.failure()).isNull();

            Scan scan = ScannedPartitions.in(data, sstable, everything(sstable));
            assertThat(scan.partitions()).isEqualTo(stock.partitions());
            assertThat(scan.failure())
                    .startsWith(RuntimeException.class.getName() + ": ")
                    .contains(keys.get(keys.size() - 2) + " is not in");
            assertThat(scan.suspect()).isFalse();
        });
    }

    @Test
    void damageInAPartitionOutsideItsRangeIsCorruption() throws Exception {
        withMisordered(-1, (sstable, data) -> {
            List<DecoratedKey> keys = keysOf(sstable);
            OpenedSstable.set(sstable, "last", keys.get(keys.size() - 1));
            byte[] bytes = Files.readAllBytes(data);
            int partitionBytes = bytes.length / keys.size();
            Path cut = data.resolveSibling("cut-Data.db");
            Files.write(cut, Arrays.copyOf(bytes, bytes.length - partitionBytes - 5));
            Scan scan = ScannedPartitions.in(cut, sstable, everything(sstable));
            assertThat(scan.partitions()).hasSize(keys.size() - 2);
            assertThat(scan.failure())
                    .startsWith(CorruptSSTableException.class.getName())
                    .contains("EOFException");
            assertThat(scan.suspect()).isTrue();
        });
    }

    @Test
    void aRangeOfMisorderedPartitionsContainsTheSamePartitionsAsWithTheIndex() throws Exception {
        withMisordered(5, (sstable, data) -> {
            List<DecoratedKey> keys = keysOf(sstable).subList(2, 10);
            List<DecoratedKey> sorted = keys.stream().sorted().collect(Collectors.toList());
            int refused = 0;
            for (int from = 0; from < sorted.size(); from++)
                for (int to = from; to < sorted.size(); to++)
                    for (AbstractBounds<PartitionPosition> range :
                            PartitionRanges.between(sorted.get(from), sorted.get(to))) {
                        Scan stock = ScannedPartitions.stock(sstable, ImmutableList.of(range));
                        Scan scan = ScannedPartitions.in(data, sstable, ImmutableList.of(range));
                        assertThat(scan.partitions()).as("%s", range).isEqualTo(stock.partitions());
                        assertThat(scan.suspect()).isFalse();
                        if (scan.failure() == null) continue;
                        assertThat(scan.failure()).startsWith(RuntimeException.class.getName() + ": ");
                        refused++;
                    }
            assertThat(refused).isPositive();
        });
    }

    private interface Body {
        /**
         * @param sstable the sstable whose stock scanner reads the misordered files
         * @param data the misordered data file, for Foreread's scan
         */
        void check(SSTableReader sstable, Path data) throws Exception;
    }

    private static void withMisordered(int partition, Body body) throws Exception {
        Path directory = RuleFiles.scratch();
        Path data = Files.copy(PLAIN.data(), directory.resolve("swapped-Data.db"));
        Path index = MisorderedPartitions.component(data, "Index.db");
        Files.copy(MisorderedPartitions.component(PLAIN.data(), "Index.db"), index);
        MisorderedPartitions.swapWithNext(data, partition);
        with("plain", sstable -> {
            try (FileHandle swapped = Release.openPlain(data, Files.size(data));
                    FileHandle entries = Release.openPlain(index, Files.size(index))) {
                OpenedSstable.set(sstable, "dfile", swapped);
                OpenedSstable.set(sstable, "ifile", entries);
                body.check(sstable, data);
            }
        });
        Damage.delete(directory);
    }
}
