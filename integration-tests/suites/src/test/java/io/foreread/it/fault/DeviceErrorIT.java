package io.foreread.it.fault;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.foreread.it.fixture.CassandraRelease;
import io.foreread.it.fixture.ChildJvmNode;
import io.foreread.it.fixture.LoopVolume;
import io.foreread.it.fixture.PageCache;
import io.foreread.it.fixture.RowDigest;
import io.foreread.it.fixture.Tally;
import io.foreread.it.node.NodeReleases;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Runs operations while the device of the sstables fails reads, and after it was repaired. */
class DeviceErrorIT {
    private static final CassandraRelease RELEASE = CassandraRelease.newestOf("4.1");
    private static final String TABLE = "device";
    private static final long VOLUME_BYTES = 192 << 20;
    private static final long KEYS = 5_000;

    private record Outcome(
            String compaction,
            NodeServices services,
            String scan,
            Set<Long> unreadable,
            Set<String> errors,
            RowDigest rows) {}

    @ParameterizedTest
    @ValueSource(strings = {"stop", "best_effort", "ignore"})
    void aFailedReadEndsACompactionLikeStockAndNoRowIsLost(String policy) throws IOException {
        assumeTrue(CassandraRelease.all().contains(RELEASE), "not selected by -Dcassandra.lines");
        LoopVolume.missing().ifPresent(Assumptions::abort);
        Outcome stock = compactWithFailingReads(NodeVariant.STOCK, policy);
        assertThat(compactWithFailingReads(NodeVariant.AGENT, policy)).isEqualTo(stock);
        assertThat(stock.compaction).isNotEqualTo(FaultTables.DONE);
        assertThat(stock.scan).as("a scan of the unreadable part").isEqualTo("ReadFailureException");
        Tally.ROWS_COMPARED.add(stock.rows.rows());
        Tally.FAULTS_SURVIVED.add(1);
    }

    private static Outcome compactWithFailingReads(NodeVariant variant, String policy) throws IOException {
        Path storage = NodeReleases.storage("device-error-" + variant, RELEASE);
        try (LoopVolume volume = LoopVolume.create(storage.resolve("loop"), VOLUME_BYTES, 4);
                ChildJvmNode node = variant.node(RELEASE, storage)
                        .dataDirectory(volume.mountPoint().resolve("data"))
                        .yaml("disk_failure_policy", policy)
                        // With mmap, Cassandra's reader gets a signal for a page that cannot be read, not an exception.
                        .diskAccessMode("standard")
                        .fileCache(false)
                        .start()) {
            FaultTables.write(node, TABLE, 4, 2000);
            RowDigest rows = FaultTables.digest(node, TABLE);
            List<Path> data = dataFiles(node);
            String compaction;
            NodeServices services;
            String scan;
            Set<Long> unreadable;
            FailingTail tail = FailingTail.fromTheMiddleOf(data.get(0), volume);
            try {
                compaction = FaultTables.compact(node, TABLE);
                services = NodeServices.of(node);
                NodeServices.restart(node);
                scan = FaultTables.scan(node, TABLE);
                NodeServices.restart(node);
                unreadable = FaultTables.unreadable(node, TABLE, policy.equals("ignore") ? KEYS : 0);
            } finally {
                tail.repair();
            }
            PageCache.drop(data);
            assertThat(FaultTables.digest(node, TABLE)).isEqualTo(rows);
            assertThat(FaultTables.compact(node, TABLE)).isEqualTo(FaultTables.DONE);
            assertThat(FaultTables.digest(node, TABLE)).isEqualTo(rows);
            if (variant == NodeVariant.AGENT) AgentMemory.assertUsedAndReleased(node);
            return new Outcome(compaction, services, scan, unreadable, LogErrors.errors(node), rows);
        }
    }

    /**
     * Returns the Data.db files, newest first. On the device, the blocks of the newest file are after those of all
     * other files.
     */
    private static List<Path> dataFiles(ChildJvmNode node) throws IOException {
        try (Stream<Path> files = Files.list(FaultTables.directory(node, TABLE))) {
            return files.filter(file -> file.toString().endsWith("-Data.db"))
                    .sorted(Comparator.comparing(DeviceErrorIT::modified).reversed())
                    .toList();
        }
    }

    private static long modified(Path file) {
        return file.toFile().lastModified();
    }
}
