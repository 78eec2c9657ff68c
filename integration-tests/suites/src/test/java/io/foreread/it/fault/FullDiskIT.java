package io.foreread.it.fault;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.foreread.it.fixture.CassandraRelease;
import io.foreread.it.fixture.ChildJvmNode;
import io.foreread.it.fixture.LoopVolume;
import io.foreread.it.fixture.RowDigest;
import io.foreread.it.fixture.Tally;
import io.foreread.it.node.NodeReleases;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;

/** Fills the volume of the sstables during a compaction. */
class FullDiskIT {
    private static final CassandraRelease RELEASE = CassandraRelease.newestOf("4.1");
    private static final String TABLE = "filled";
    /** About eight times the input, because Cassandra starts a compaction only if there is space for its output. */
    private static final long VOLUME_BYTES = 192 << 20;

    private static final int MAX_DELAY_MILLIS = 2000;
    private static final int FAULTS_PER_RESTART = 4;

    private record Outcome(boolean compacted, int sstables, RowDigest rows) {}

    @Test
    void aCompactionOnAFullDiskFailsLikeStockAndSucceedsOnceThereIsSpace() {
        assumeTrue(CassandraRelease.all().contains(RELEASE), "not selected by -Dcassandra.lines");
        LoopVolume.missing().ifPresent(Assumptions::abort);
        // The nodes run in sequence, because they would compete for loop devices and the disk.
        Outcome stock = fillUp(NodeVariant.STOCK);
        assertThat(fillUp(NodeVariant.AGENT)).isEqualTo(stock);
        assertThat(stock.compacted).isFalse();
        Tally.ROWS_COMPARED.add(stock.rows.rows());
        Tally.FAULTS_SURVIVED.add(1);
    }

    @Test
    void aDiskThatIsFullAtARandomMomentCostsNoRowAndLeavesNoFileAfterARestart() throws InterruptedException {
        assumeTrue(CassandraRelease.all().contains(RELEASE), "not selected by -Dcassandra.lines");
        LoopVolume.missing().ifPresent(Assumptions::abort);
        long seed = Long.getLong("foreread.fuzz.seed", System.nanoTime());
        System.out.printf("filling the volume of %s, -Dforeread.fuzz.seed=%d%n", RELEASE, seed);
        Random random = new Random(seed);
        Path storage = NodeReleases.storage("full-disk-random", RELEASE);
        int failures = 0;
        try (LoopVolume volume = LoopVolume.create(storage.resolve("loop"), VOLUME_BYTES, 128)) {
            ChildJvmNode node = NodeVariant.AGENT
                    .node(RELEASE, storage)
                    .dataDirectory(volume.mountPoint().resolve("data"))
                    .yaml("disk_failure_policy", "ignore")
                    .start();
            try {
                FaultTables.write(node, TABLE, 4, 6000);
                RowDigest rows = FaultTables.digest(node, TABLE);
                for (int fault = 1; fault <= FaultTables.RANDOM_FAULTS; fault++) {
                    if (!compactsOnAFullVolume(node, volume.mountPoint().resolve("filler"), random)) failures++;
                    assertThat(FaultTables.digest(node, TABLE))
                            .as("after fault %d", fault)
                            .isEqualTo(rows);
                    Tally.FAULTS_SURVIVED.add(1);
                    if (fault % FAULTS_PER_RESTART != 0) continue;
                    node.kill();
                    node.close();
                    node = NodeVariant.AGENT.restarted(node, RELEASE).start();
                    FaultTables.assertNoOrphan(node, TABLE);
                    assertThat(FaultTables.digest(node, TABLE))
                            .as("restarted after fault %d", fault)
                            .isEqualTo(rows);
                }
                assertThat(failures).as("compactions that failed").isGreaterThan(FaultTables.RANDOM_FAULTS / 3);
                System.out.printf("%d of %d compactions failed%n", failures, FaultTables.RANDOM_FAULTS);
                node.jmx().setCompactionThroughput(0);
                assertThat(FaultTables.compact(node, TABLE)).isEqualTo(FaultTables.DONE);
                assertThat(FaultTables.digest(node, TABLE)).isEqualTo(rows);
                AgentMemory.assertUsedAndReleased(node);
                Tally.ROWS_COMPARED.add((FaultTables.RANDOM_FAULTS + 2) * rows.rows());
            } finally {
                node.close();
            }
        }
    }

    private static boolean compactsOnAFullVolume(ChildJvmNode node, Path filler, Random random)
            throws InterruptedException {
        node.jmx().setCompactionThroughput(2);
        CompletableFuture<String> compaction = FaultTables.startCompacting(node, TABLE);
        // A random moment of the compaction.
        Thread.sleep(random.nextInt(MAX_DELAY_MILLIS));
        try {
            fill(filler);
            return compaction.orTimeout(60, TimeUnit.SECONDS).join().equals(FaultTables.DONE);
        } finally {
            delete(filler);
        }
    }

    private static Outcome fillUp(NodeVariant variant) {
        Path storage = NodeReleases.storage("full-disk-" + variant, RELEASE);
        try (LoopVolume volume = LoopVolume.create(storage.resolve("loop"), VOLUME_BYTES, 128);
                ChildJvmNode node = variant.node(RELEASE, storage)
                        .dataDirectory(volume.mountPoint().resolve("data"))
                        .yaml("disk_failure_policy", "stop")
                        .start()) {
            FaultTables.write(node, TABLE, 4, 6000);
            RowDigest rows = FaultTables.digest(node, TABLE);
            String compaction = compactOnAFullVolume(node, volume.mountPoint().resolve("filler"));
            // If a part of a chunk still fits, Cassandra fails at the checksum that follows, with an error to which
            // it does not apply the policy. Foreread throws the same errors.
            assertThat(NodeServices.of(node).gossip())
                    .as("gossip runs although the policy is stop")
                    .isEqualTo(!hasWriteError(node));
            NodeServices.restart(node);
            int sstables = FaultTables.liveSstables(node, TABLE);
            assertThat(FaultTables.digest(node, TABLE)).isEqualTo(rows);

            node.jmx().setCompactionThroughput(0);
            assertThat(FaultTables.compact(node, TABLE)).isEqualTo(FaultTables.DONE);
            assertThat(FaultTables.digest(node, TABLE)).isEqualTo(rows);
            if (variant == NodeVariant.AGENT) AgentMemory.assertUsedAndReleased(node);
            return new Outcome(compaction.equals(FaultTables.DONE), sstables, rows);
        }
    }

    private static boolean hasWriteError(ChildJvmNode node) {
        return node.log().stream().anyMatch(line -> line.contains(".FSWriteError: java.io.IOException: No space left"));
    }

    /** Returns how the compaction ended, and frees the space afterwards. */
    private static String compactOnAFullVolume(ChildJvmNode node, Path filler) {
        var finished = FaultTables.files(node, TABLE);
        node.jmx().setCompactionThroughput(2);
        CompletableFuture<String> compaction = FaultTables.startCompacting(node, TABLE);
        Awaitility.await()
                .atMost(Duration.ofSeconds(30))
                .until(() -> FaultTables.unfinishedBytes(node, TABLE, finished) > 1 << 20);
        assertThat(compaction)
                .as("the compaction runs before the volume is filled")
                .isNotDone();
        try {
            fill(filler);
            return compaction.orTimeout(60, TimeUnit.SECONDS).join();
        } finally {
            delete(filler);
        }
    }

    private static void fill(Path filler) {
        byte[] block = new byte[64 << 10];
        try (OutputStream out = Files.newOutputStream(filler)) {
            while (true) out.write(block);
        } catch (IOException full) {
            assertThat(full).hasMessageContaining("No space left");
        }
    }

    private static void delete(Path filler) {
        try {
            Files.delete(filler);
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }
}
