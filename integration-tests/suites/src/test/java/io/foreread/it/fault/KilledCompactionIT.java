package io.foreread.it.fault;

import static org.assertj.core.api.Assertions.assertThat;

import io.foreread.it.fixture.CassandraRelease;
import io.foreread.it.fixture.ChildJvmNode;
import io.foreread.it.fixture.Full;
import io.foreread.it.fixture.RowDigest;
import io.foreread.it.fixture.Tally;
import io.foreread.it.node.NodeReleases;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Kills a node during a compaction. */
class KilledCompactionIT {
    private static final String TABLE = "killed";

    /** The files of the table, its rows and the errors in the log after the next start. */
    private record Outcome(Set<String> files, RowDigest rows, Set<String> errors) {}

    /** The default run uses a release that {@link DamagedSstableIT} does not use. */
    static Stream<CassandraRelease> releases() {
        if (Full.isAskedFor()) return Full.applied().stream();
        return NodeReleases.of(CassandraRelease.LAST_WITHOUT_NATIVE);
    }

    @ParameterizedTest
    @MethodSource("releases")
    void aNodeKilledDuringACompactionStartsWithEveryRowAndNoIncompleteSstable(CassandraRelease release) {
        Outcome outcome =
                StockAndAgent.of(variant -> killAndRestart(variant, release)).sameOutcome();
        Tally.ROWS_COMPARED.add(outcome.rows.rows());
        Tally.FAULTS_SURVIVED.add(1);
    }

    private static Outcome killAndRestart(NodeVariant variant, CassandraRelease release) {
        Path storage = NodeReleases.storage("killed-" + variant, release);
        Set<String> written;
        RowDigest rows;
        ChildJvmNode killed;
        try (ChildJvmNode node = variant.node(release, storage).start()) {
            killed = node;
            FaultTables.write(node, TABLE, 4, 6000);
            written = FaultTables.files(node, TABLE);
            rows = FaultTables.digest(node, TABLE);
            node.jmx().setCompactionThroughput(1);
            CompletableFuture<String> compaction = FaultTables.startCompacting(node, TABLE);
            Awaitility.await()
                    .atMost(Duration.ofSeconds(30))
                    .until(() -> FaultTables.unfinishedBytes(node, TABLE, written) > 1 << 20);
            assertThat(compaction).isNotDone();
            node.kill();
        }
        // The restarted node has the address of the killed node, because a 6.0 node connects to its previous address.
        try (ChildJvmNode node = variant.restarted(killed, release).start()) {
            Set<String> left = FaultTables.files(node, TABLE);
            assertThat(left).isEqualTo(written);
            assertThat(FaultTables.digest(node, TABLE)).isEqualTo(rows);
            node.jmx().setCompactionThroughput(0);
            node.jmx().majorCompact(FaultTables.KEYSPACE, TABLE);
            assertThat(FaultTables.liveSstables(node, TABLE)).isEqualTo(1);
            assertThat(FaultTables.digest(node, TABLE)).isEqualTo(rows);
            return new Outcome(left, rows, LogErrors.errors(node));
        }
    }
}
