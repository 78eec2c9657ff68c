package io.foreread.it.fault;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.foreread.it.fixture.CassandraRelease;
import io.foreread.it.fixture.ChildJvmNode;
import io.foreread.it.fixture.NodeJmx;
import io.foreread.it.fixture.RowDigest;
import io.foreread.it.fixture.Tally;
import io.foreread.it.node.NodeReleases;
import java.time.Duration;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import javax.management.ObjectName;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

/** Stops compactions repeatedly while they read. */
class StoppedCompactionIT {
    private static final CassandraRelease RELEASE = CassandraRelease.newestOf("4.1");
    private static final ObjectName COMPACTIONS = NodeJmx.name("org.apache.cassandra.db:type=CompactionManager");
    private static final String TABLE = "stopped";
    private static final int STOPS = 8;

    private record Outcome(Set<String> compactions, Set<String> errors, RowDigest rows) {}

    @Test
    void aStoppedCompactionReleasesItsMemoryAndLosesNoRow() {
        assumeTrue(CassandraRelease.all().contains(RELEASE), "not selected by -Dcassandra.lines");
        Outcome outcome = StockAndAgent.of(StoppedCompactionIT::stopAndFinish).sameOutcome();
        Tally.ROWS_COMPARED.add(outcome.rows.rows());
        Tally.FAULTS_SURVIVED.add(STOPS);
    }

    private static Outcome stopAndFinish(NodeVariant variant) {
        try (ChildJvmNode node = variant.node(RELEASE, NodeReleases.storage("stopped-" + variant, RELEASE))
                .start()) {
            FaultTables.write(node, TABLE, 4, 4000);
            RowDigest rows = FaultTables.digest(node, TABLE);
            Set<String> compactions = new TreeSet<>();
            node.jmx().setCompactionThroughput(2);
            for (int i = 0; i < STOPS; i++) compactions.add(stopOne(node));
            assertThat(FaultTables.liveSstables(node, TABLE)).isEqualTo(4);

            node.jmx().setCompactionThroughput(0);
            node.jmx().majorCompact(FaultTables.KEYSPACE, TABLE);
            assertThat(FaultTables.liveSstables(node, TABLE)).isEqualTo(1);
            assertThat(FaultTables.digest(node, TABLE)).isEqualTo(rows);
            Awaitility.await().atMost(Duration.ofSeconds(30)).untilAsserted(() -> assertThat(
                            OpenFiles.deletedSstables(node.pid()))
                    .isEmpty());
            if (variant == NodeVariant.AGENT) AgentMemory.assertUsedAndReleased(node);
            return new Outcome(compactions, LogErrors.errors(node), rows);
        }
    }

    private static String stopOne(ChildJvmNode node) {
        Set<String> finished = FaultTables.files(node, TABLE);
        CompletableFuture<String> compaction = FaultTables.startCompacting(node, TABLE);
        Awaitility.await()
                .atMost(Duration.ofSeconds(30))
                .pollInterval(Duration.ofMillis(20))
                .until(() -> FaultTables.unfinishedBytes(node, TABLE, finished) > 0);
        assertThat(compaction).isNotDone();
        node.jmx().invoke(COMPACTIONS, "stopCompaction", "COMPACTION");
        return compaction.orTimeout(30, java.util.concurrent.TimeUnit.SECONDS).join();
    }
}
