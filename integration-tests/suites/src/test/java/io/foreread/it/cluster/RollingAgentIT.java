package io.foreread.it.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import com.datastax.oss.driver.api.core.ConsistencyLevel;
import com.datastax.oss.driver.api.core.CqlSession;
import io.foreread.it.fault.AgentMemory;
import io.foreread.it.fixture.CassandraRelease;
import io.foreread.it.fixture.ChildJvmNode;
import io.foreread.it.fixture.ClusterSession;
import io.foreread.it.fixture.DeterministicRows;
import io.foreread.it.fixture.Full;
import io.foreread.it.fixture.Ring;
import io.foreread.it.fixture.RowDigest;
import io.foreread.it.fixture.Tally;
import io.foreread.it.node.NodeReleases;
import io.foreread.it.operation.Observed;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Adds the agent to a cluster under load node by node, and removes it again. */
class RollingAgentIT {
    private static final String KEYSPACE = "rolling";
    private static final String SETTLED = KEYSPACE + ".settled";
    private static final String BUSY = KEYSPACE + ".busy";
    private static final int NODES = 3;

    static List<CassandraRelease> releases() {
        return Full.lines(CassandraRelease.newestOf("4.1"));
    }

    @ParameterizedTest
    @MethodSource("releases")
    void noRequestFailsWhileTheAgentIsAddedNodeByNodeAndRemovedAgain(CassandraRelease release) {
        try (Ring ring = new Ring(release, NodeReleases.storage("rolling", release))) {
            for (int number = 1; number <= NODES; number++) ring.add(builder -> builder);
            RowDigest settled = writeSettledRows(ring);
            try (SteadyClient client = SteadyClient.start(ring, BUSY)) {
                for (int number = 1; number <= NODES; number++) {
                    ChildJvmNode node = ring.restart(number, builder -> builder.agent(""));
                    client.awaitAnswersFrom(node);
                    compactAllNodes(ring, number, release);
                    assertHolds(node, settled);
                }
                for (ChildJvmNode node : ring.nodes()) {
                    assertHolds(node, settled);
                    assertAllMemoryReleased(node);
                }
                for (int number = 1; number <= NODES; number++) {
                    ChildJvmNode node = ring.restart(number, builder -> builder);
                    assertThat(node.jmx().beans("io.foreread:*")).isEmpty();
                    client.awaitAnswersFrom(node);
                    ring.nodes().forEach(RollingAgentIT::compact);
                    assertHolds(node, settled);
                }
                client.finishAndAssertThatNothingFailed();
                assertReplicasAgree(ring, client.keys());
            }
            for (ChildJvmNode node : ring.nodes()) {
                assertThat(node.errors()).isEmpty();
                assertThat(node.log()).noneMatch(line -> line.contains("LEAK DETECTED"));
            }
        }
    }

    /** Writes rows that do not change afterwards, in two sstables on each node. */
    private static RowDigest writeSettledRows(Ring ring) {
        try (CqlSession session = ClusterSession.open(ring.addresses(), ConsistencyLevel.ALL)) {
            DeterministicRows.createKeyspace(session, KEYSPACE, NODES, true);
            DeterministicRows rows = new DeterministicRows(session, SETTLED, 1000);
            rows.createTable("");
            rows.writeOverlapping(
                    2, 2000, 4000, () -> ring.nodes().forEach(node -> node.jmx().flush(KEYSPACE)));
        }
        RowDigest digest = RowDigest.of(ring.node(1).session(), SETTLED);
        assertThat(digest.rows()).isEqualTo(6000);
        for (ChildJvmNode node : ring.nodes()) assertHolds(node, digest);
        return digest;
    }

    /** @param agents the nodes from 1 to this number have the agent, the others do not */
    private static void compactAllNodes(Ring ring, int agents, CassandraRelease release) {
        for (int number = 1; number <= NODES; number++) {
            ChildJvmNode node = ring.node(number);
            if (number > agents) {
                compact(node);
                continue;
            }
            Observed observed = Observed.during(node, () -> compact(node));
            assertThat(observed.dataBytesRead("compaction")).isPositive();
            if (release.hasNativeReadAhead())
                assertThat(observed.scansOfTheNativeReader()).isPositive();
            else assertThat(observed.scansOfForeread("full")).isPositive();
        }
    }

    private static void compact(ChildJvmNode node) {
        node.jmx().flush(KEYSPACE);
        node.jmx().majorCompact(KEYSPACE);
    }

    private static void assertHolds(ChildJvmNode node, RowDigest expected) {
        assertThat(RowDigest.of(node.session(), SETTLED))
                .as(SETTLED + " on " + node.address())
                .isEqualTo(expected);
        Tally.ROWS_COMPARED.add(expected.rows());
    }

    private static void assertAllMemoryReleased(ChildJvmNode node) {
        AgentMemory.assertReleased(node);
        assertThat(node.metrics().named("foreread_hook_status", Map.of("state", "failed")))
                .isEmpty();
    }

    private static void assertReplicasAgree(Ring ring, long keys) {
        ring.node(1).jmx().repair(KEYSPACE, Map.of("incremental", "false"));
        RowDigest busy = RowDigest.of(ring.node(1).session(), BUSY);
        assertThat(busy.rows()).isEqualTo(keys);
        for (ChildJvmNode node : ring.nodes()) {
            assertThat(RowDigest.of(node.session(), BUSY))
                    .as(BUSY + " on " + node.address())
                    .isEqualTo(busy);
            Tally.ROWS_COMPARED.add(busy.rows());
        }
    }
}
