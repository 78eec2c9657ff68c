package io.foreread.it.fault;

import static org.assertj.core.api.Assertions.assertThat;

import io.foreread.it.fixture.CassandraRelease;
import io.foreread.it.fixture.ChildJvmNode;
import io.foreread.it.fixture.Full;
import io.foreread.it.fixture.RowDigest;
import io.foreread.it.fixture.Tally;
import io.foreread.it.node.NodeReleases;
import java.nio.file.Path;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Kills a node at random moments of compactions that compress ahead. */
class KilledWriterIT {
    private static final String TABLE = "killed_writer";
    private static final int MAX_DELAY_MILLIS = 1500;

    static Stream<CassandraRelease> releases() {
        return Full.lines(CassandraRelease.newestOf("4.1")).stream()
                .filter(release -> !release.version().isAtLeast(6, 0));
    }

    @ParameterizedTest
    @MethodSource("releases")
    void noRowIsLostWhenANodeIsKilledWhileItCompressesAhead(CassandraRelease release) throws Exception {
        long seed = Long.getLong("foreread.fuzz.seed", System.nanoTime());
        System.out.printf("killing %s, -Dforeread.fuzz.seed=%d%n", release, seed);
        Random random = new Random(seed);
        Path storage = NodeReleases.storage("killed-writer", release);
        ChildJvmNode node = NodeVariant.AGENT.node(release, storage).start();
        try {
            FaultTables.write(node, TABLE, 4, 6000);
            RowDigest rows = FaultTables.digest(node, TABLE);
            int whileCompressing = 0;
            for (int kill = 0; kill < FaultTables.RANDOM_FAULTS; kill++) {
                node.jmx().setCompactionThroughput(kill % 2 == 0 ? 4 : 8);
                var compaction = FaultTables.startCompacting(node, TABLE);
                // A random moment of the compaction.
                Thread.sleep(random.nextInt(MAX_DELAY_MILLIS));
                if (node.metrics().sum("foreread_chunks_compressed_ahead_total") > 0 && !compaction.isDone())
                    whileCompressing++;
                node.kill();
                compaction.handle((done, failure) -> done).join();
                ChildJvmNode killed = node;
                killed.close();
                node = NodeVariant.AGENT.restarted(killed, release).start();
                FaultTables.assertNoOrphan(node, TABLE);
                assertThat(FaultTables.digest(node, TABLE))
                        .as("after kill %d", kill)
                        .isEqualTo(rows);
                Tally.FAULTS_SURVIVED.add(1);
            }
            assertThat(whileCompressing)
                    .as("kills of compactions that had compressed chunks ahead")
                    .isGreaterThan(FaultTables.RANDOM_FAULTS / 3);
            node.jmx().setCompactionThroughput(0);
            assertThat(FaultTables.compact(node, TABLE)).isEqualTo(FaultTables.DONE);
            assertThat(FaultTables.digest(node, TABLE)).isEqualTo(rows);
            AgentMemory.assertUsedAndReleased(node);
            Tally.ROWS_COMPARED.add((FaultTables.RANDOM_FAULTS + 1) * rows.rows());
        } finally {
            node.close();
        }
    }
}
