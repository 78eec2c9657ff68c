package io.foreread.it.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import com.datastax.oss.driver.api.core.ConsistencyLevel;
import com.datastax.oss.driver.api.core.CqlSession;
import io.foreread.it.fixture.CassandraRelease;
import io.foreread.it.fixture.ChildJvmNode;
import io.foreread.it.fixture.ChildJvmNodeBuilder;
import io.foreread.it.fixture.ClusterSession;
import io.foreread.it.fixture.DeterministicRows;
import io.foreread.it.fixture.Ring;
import io.foreread.it.fixture.RowDigest;
import io.foreread.it.fixture.Scrape;
import io.foreread.it.fixture.Tally;
import io.foreread.it.node.NodeReleases;
import io.foreread.it.operation.Observed;
import io.foreread.it.operation.TableFiles;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Checks scans of the token ranges that a node owns, on two nodes of each release from 4.1 on. The nodes map their
 * sstables, so that Cassandra's native read-ahead has no effect. Each test uses the state that the previous test left.
 */
@ParameterizedClass(name = "{0}")
@MethodSource("releases")
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class OwnedRangesIT {
    /** A keyspace with one replica, whose rows move when the second node joins. */
    private static final String MOVED = "moved";

    private static final String REPLICATED = "replicated";
    private static final String TABLE = "rows";
    private static final int ROWS = 6000;

    private static Ring ring;
    private static RowDigest moved;
    private static RowDigest replicated;

    /** JUnit passes the release, and shows it in the names of the tests. The tests use the nodes. */
    OwnedRangesIT(CassandraRelease release) {
        assertThat(ring.node(1).version()).isEqualTo(release.version());
    }

    static Stream<CassandraRelease> releases() {
        return NodeReleases.of(
                CassandraRelease.newestOf("4.1"),
                CassandraRelease.LAST_WITHOUT_NATIVE,
                CassandraRelease.newestOf("5.0"),
                CassandraRelease.newestOf("6.0"));
    }

    @BeforeParameterizedClassInvocation
    static void start(CassandraRelease release) {
        ring = new Ring(release, NodeReleases.storage("owned-ranges", release));
        ring.add(OwnedRangesIT::settings);
        moved = written(MOVED, 1);
        ring.add(OwnedRangesIT::settings);
        replicated = written(REPLICATED, 2);
    }

    @AfterParameterizedClassInvocation
    static void stop() {
        if (ring != null) ring.close();
    }

    private static ChildJvmNodeBuilder settings(ChildJvmNodeBuilder builder) {
        return builder.agent("").diskAccessMode("mmap");
    }

    /** Writes rows to two overlapping sstables of each replica, and returns the digest of these rows. */
    private static RowDigest written(String keyspace, int replicas) {
        try (CqlSession session = ClusterSession.open(ring.addresses(), ConsistencyLevel.ALL)) {
            DeterministicRows.createKeyspace(session, keyspace, replicas, true);
            DeterministicRows rows = new DeterministicRows(session, keyspace + "." + TABLE, 1000);
            rows.createTable("");
            for (ChildJvmNode node : ring.nodes()) node.jmx().disableAutoCompaction(keyspace, TABLE);
            rows.writeOverlapping(
                    2, 2000, 4000, () -> ring.nodes().forEach(node -> node.jmx().flush(keyspace)));
        }
        RowDigest digest = digestOf(ring.node(1), keyspace);
        assertThat(digest.rows()).isEqualTo(ROWS);
        return digest;
    }

    @Test
    @Order(1)
    void cleanupDropsTheRowsThatTheSecondNodeOwns() {
        ChildJvmNode node = ring.node(1);
        TableFiles files = new TableFiles(node, MOVED, TABLE);
        long bytesBefore = files.dataBytes();
        NodeChecks.assertReadAhead(Observed.during(node, () -> node.jmx().cleanup(MOVED)), "cleanup");
        assertThat(files.dataBytes()).isBetween(bytesBefore / 4, bytesBefore * 3 / 4);
        assertEveryRowIsRead(MOVED, moved);
    }

    @Test
    @Order(2)
    void incrementalRepairValidatesAndAnticompacts() {
        List<Scrape> start = ring.nodes().stream().map(ChildJvmNode::metrics).toList();
        // A repair of all ranges would cover whole sstables, and anticompaction would not have to split any.
        for (ChildJvmNode node : ring.nodes())
            node.jmx().repair(REPLICATED, Map.of("incremental", "true", "primaryRange", "true"));
        for (int i = 0; i < start.size(); i++) {
            Observed observed = new Observed(start.get(i), ring.nodes().get(i).metrics());
            NodeChecks.assertReadAhead(observed, "validation");
            NodeChecks.assertReadAhead(observed, "anticompaction");
        }
        assertEveryRowIsRead(REPLICATED, replicated);
    }

    @Test
    @Order(3)
    void upgradesstablesRewritesEveryRow() {
        for (ChildJvmNode node : ring.nodes())
            NodeChecks.assertReadAhead(
                    Observed.during(node, () -> node.jmx().upgradeSSTables(REPLICATED)), "upgradesstables");
        assertEveryRowIsRead(REPLICATED, replicated);
    }

    @Test
    @Order(4)
    void rangeReadsReadAheadAndReturnTheRowsOfCassandrasReader() {
        for (ChildJvmNode node : ring.nodes()) {
            Observed observed = Observed.during(
                    node, () -> assertThat(digestOf(node, REPLICATED)).isEqualTo(replicated));
            assertThat(observed.scansOfForeread("ramp")).isPositive();
            assertThat(observed.dataBytesRead("range_read")).isPositive();
            node.jmx().setReadAheadEnabled(false);
            assertThat(digestOf(node, REPLICATED)).isEqualTo(replicated);
            node.jmx().setReadAheadEnabled(true);
        }
    }

    @Test
    @Order(5)
    void noBufferIsHeldAndNoErrorIsLoggedAfterAllTests() {
        for (ChildJvmNode node : ring.nodes()) NodeChecks.assertHealthy(node);
    }

    private static void assertEveryRowIsRead(String keyspace, RowDigest expected) {
        for (ChildJvmNode node : ring.nodes()) {
            assertThat(digestOf(node, keyspace))
                    .as("rows through " + node.address())
                    .isEqualTo(expected);
            Tally.ROWS_COMPARED.add(expected.rows());
        }
    }

    private static RowDigest digestOf(ChildJvmNode node, String keyspace) {
        return RowDigest.of(node.session(), keyspace + "." + TABLE);
    }
}
