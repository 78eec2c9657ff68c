package io.foreread.it.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import com.datastax.oss.driver.api.core.ConsistencyLevel;
import com.datastax.oss.driver.api.core.CqlSession;
import io.foreread.it.fixture.CassandraRelease;
import io.foreread.it.fixture.ChildJvmNode;
import io.foreread.it.fixture.ChildJvmNodeBuilder;
import io.foreread.it.fixture.ClusterSession;
import io.foreread.it.fixture.DeterministicRows;
import io.foreread.it.fixture.Full;
import io.foreread.it.fixture.NodeJmx;
import io.foreread.it.fixture.Ring;
import io.foreread.it.fixture.RowDigest;
import io.foreread.it.fixture.Scrape;
import io.foreread.it.fixture.Tally;
import io.foreread.it.node.NodeReleases;
import io.foreread.it.operation.Observed;
import io.foreread.it.operation.TableFiles;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import javax.management.ObjectName;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Checks that operations of a cluster keep every row and read ahead. Each test uses the state that the previous test
 * left. {@link OwnedRangesIT} checks the scans of later releases in the default run.
 */
@ParameterizedClass(name = "{0}")
@MethodSource("releases")
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class ClusterOperationsIT {
    private static final String KEYSPACE = "clustered";
    private static final String TABLE = "rows";
    /** A table with change data capture: a node writes every row that it receives by streaming to its commit log. */
    private static final String CAPTURED = "captured";

    /** The default of 3.11. */
    private static final int VIRTUAL_NODES = 256;

    private static final String INCOMING = "cassandra_streaming_incoming_bytes_total";

    private static final ObjectName PERCENT_REPAIRED = NodeJmx.name("org.apache.cassandra.metrics:type=Table,keyspace="
            + KEYSPACE + ",scope=" + TABLE + ",name=PercentRepaired");

    private static Ring ring;
    /** The rows that every replica must have. */
    private static RowDigest digest;

    /** JUnit passes the release, and shows it in the names of the tests. The tests use the nodes. */
    ClusterOperationsIT(CassandraRelease release) {
        assertThat(ring.node(1).version()).isEqualTo(release.version());
    }

    static List<CassandraRelease> releases() {
        return Full.lines(CassandraRelease.newestOf("4.1"));
    }

    @BeforeParameterizedClassInvocation
    static void start(CassandraRelease release) {
        ring = new Ring(release, NodeReleases.storage("cluster", release));
        for (int number = 1; number <= 3; number++) ring.add(settings(number));
        for (ChildJvmNode node : ring.nodes())
            assertThat(node.jmx().<List<String>>getAttribute(NodeJmx.STORAGE_SERVICE, "Tokens"))
                    .hasSize(VIRTUAL_NODES);
        try (CqlSession session = ClusterSession.open(ring.addresses(), ConsistencyLevel.ALL)) {
            DeterministicRows.createKeyspace(session, KEYSPACE, 3, true);
            rows(session).createTable("");
            DeterministicRows captured = rows(session, CAPTURED);
            captured.createTable("cdc = true");
            captured.write(0, 2000, 0);
        }
        for (int version = 0; version < 2; version++)
            write(ConsistencyLevel.ALL, version * 2000L, version * 2000L + 4000, version);
        digest = digestOf(ring.node(1));
        assertThat(digest.rows()).isEqualTo(6000);
        assertEveryNodeHoldsEveryRow();
    }

    @AfterParameterizedClassInvocation
    static void stop() {
        if (ring != null) ring.close();
    }

    /** Disables hints, so that a node that was down lacks the writes of that time until it is repaired. */
    private static UnaryOperator<ChildJvmNodeBuilder> settings(int number) {
        // Cleanup and anticompaction compress ahead too.
        return builder -> builder.agent("compress-ahead=on")
                .yaml("num_tokens", VIRTUAL_NODES)
                .yaml("initial_token", tokens(number))
                // The native read-ahead of later releases has no effect on mapped files.
                .diskAccessMode("mmap")
                .yaml("cdc_enabled", true)
                .yaml("hinted_handoff_enabled", false)
                // A node that leaves the ring first waits for twice this timeout, because it can have batches to
                // replay.
                .yaml("write_request_timeout_in_ms", 10_000);
    }

    /** Three nodes own equal ranges. The fourth takes half of the ranges of the first. */
    private static String tokens(int number) {
        long distance = Long.divideUnsigned(-1, VIRTUAL_NODES);
        long first = Long.MIN_VALUE + 1 + distance / 6 * (number == 4 ? 0 : 2 * number - 1);
        return LongStream.range(0, VIRTUAL_NODES)
                .mapToObj(range -> String.valueOf(first + range * distance))
                .collect(Collectors.joining(","));
    }

    @Test
    @Order(1)
    void incrementalRepairRestoresMissedWritesAndAnticompacts() {
        missWrites(3, 6000, 8000, 2);
        List<Scrape> start = scrapes();
        // Repairs the primary range of one node at a time. A repair of all ranges would cover whole sstables, and
        // anticompaction would not have to split any.
        for (ChildJvmNode node : ring.nodes())
            node.jmx().repair(KEYSPACE, Map.of("incremental", "true", "primaryRange", "true"));
        for (Observed observed : since(start)) {
            NodeChecks.assertReadAhead(observed, "anticompaction");
            NodeChecks.assertReadAhead(observed, "validation");
        }
        assertThat(since(start).get(2).delta(INCOMING, Map.of())).isGreaterThan(2000 * 900.0);
        for (ChildJvmNode node : ring.nodes())
            // A compaction task marks the sstables as repaired some time after the repair.
            Awaitility.await("everything on " + node.address() + " to be repaired")
                    .atMost(Duration.ofSeconds(90))
                    .untilAsserted(() -> assertThat(node.jmx().<Double>getAttribute(PERCENT_REPAIRED, "Value"))
                            .isEqualTo(100));
        assertEveryNodeHoldsEveryRow();
    }

    @Test
    @Order(2)
    void fullRepairRestoresMissedWrites() {
        missWrites(2, 7000, 9000, 3);
        List<Scrape> start = scrapes();
        ring.node(1).jmx().repair(KEYSPACE, Map.of("incremental", "false"));
        for (Observed observed : since(start)) NodeChecks.assertReadAhead(observed, "validation");
        assertThat(since(start).get(1).delta(INCOMING, Map.of())).isGreaterThan(2000 * 900.0);
        assertEveryNodeHoldsEveryRow();
    }

    @Test
    @Order(3)
    void aFourthNodeBootstraps() {
        // Creates sstables with keys of the whole ring, so that a later cleanup has to read the rows that it keeps.
        for (ChildJvmNode node : ring.nodes()) node.jmx().majorCompact(KEYSPACE);
        ChildJvmNode fourth = ring.add(settings(4));
        assertThat(fourth.metrics().sum(INCOMING)).isPositive();
        assertThat(files(fourth).dataBytes()).isPositive();
        assertThat(new Observed(Scrape.parse(""), fourth.metrics()).dataBytesRead("streaming"))
                .as("bytes of streamed sstables, which are read again for change data capture")
                .isPositive();
        assertEveryNodeHoldsEveryRow();
        RowDigest captured = digestOf(ring.node(1), CAPTURED);
        assertThat(captured.rows()).isEqualTo(2000);
        for (ChildJvmNode node : ring.nodes())
            assertThat(digestOf(node, CAPTURED))
                    .as("captured rows on " + node.address())
                    .isEqualTo(captured);
    }

    @Test
    @Order(4)
    void cleanupDropsOnlyTheRangesOfTheFourthNode() {
        for (int number = 1; number <= 3; number++) {
            ChildJvmNode node = ring.node(number);
            long before = files(node).dataBytes();
            NodeChecks.assertReadAhead(Observed.during(node, () -> node.jmx().cleanup(KEYSPACE)), "cleanup");
            assertThat(files(node).dataBytes()).isLessThan(before);
        }
        assertEveryNodeHoldsEveryRow();
    }

    @Test
    @Order(5)
    void theFourthNodeIsDecommissioned() {
        ChildJvmNode fourth = ring.node(4);
        NodeChecks.assertHealthy(fourth);
        List<Scrape> start = scrapes();
        ring.decommissionLast();
        for (Observed observed : since(start))
            assertThat(observed.delta(INCOMING, Map.of())).isPositive();
        assertThat(fourth.errors()).isEmpty();
        assertEveryNodeHoldsEveryRow();
    }

    @Test
    @Order(6)
    void noBufferIsHeldAndNoErrorIsLoggedAfterAllTests() {
        for (ChildJvmNode node : ring.nodes()) NodeChecks.assertHealthy(node);
    }

    private static void write(ConsistencyLevel consistency, long from, long to, int version) {
        try (CqlSession session = ClusterSession.open(ring.addresses(), consistency)) {
            rows(session).write(from, to, version);
        }
        for (ChildJvmNode node : ring.nodes()) if (node.isAlive()) node.jmx().flush(KEYSPACE);
    }

    private static DeterministicRows rows(CqlSession session) {
        return rows(session, TABLE);
    }

    private static DeterministicRows rows(CqlSession session, String table) {
        return new DeterministicRows(session, KEYSPACE + "." + table, 1000);
    }

    /** Writes new and existing rows to the other two nodes while a node is down, and starts it again. */
    private static void missWrites(int number, long from, long to, int version) {
        ring.stop(number);
        write(ConsistencyLevel.QUORUM, from, to, version);
        ChildJvmNode node = ring.start(number, settings(number));
        digest = digestOf(ring.node(1));
        assertThat(digest.rows()).isEqualTo(to);
        assertThat(digestOf(node)).isNotEqualTo(digest);
    }

    /** Reads the rows of every node with read-ahead and with Cassandra's reader. */
    private static void assertEveryNodeHoldsEveryRow() {
        for (boolean readAhead : new boolean[] {true, false}) {
            for (ChildJvmNode node : ring.nodes()) node.jmx().setReadAheadEnabled(readAhead);
            for (ChildJvmNode node : ring.nodes()) {
                assertThat(digestOf(node)).as("rows on " + node.address()).isEqualTo(digest);
                Tally.ROWS_COMPARED.add(digest.rows());
            }
        }
        for (ChildJvmNode node : ring.nodes()) node.jmx().setReadAheadEnabled(true);
    }

    private static RowDigest digestOf(ChildJvmNode node) {
        return digestOf(node, TABLE);
    }

    private static RowDigest digestOf(ChildJvmNode node, String table) {
        return RowDigest.of(node.session(), KEYSPACE + "." + table);
    }

    private static TableFiles files(ChildJvmNode node) {
        return new TableFiles(node, KEYSPACE, TABLE);
    }

    private static List<Scrape> scrapes() {
        return ring.nodes().stream().map(ChildJvmNode::metrics).toList();
    }

    private static List<Observed> since(List<Scrape> start) {
        List<Observed> observed = new ArrayList<>();
        for (int i = 0; i < ring.nodes().size(); i++)
            observed.add(new Observed(start.get(i), ring.nodes().get(i).metrics()));
        return observed;
    }
}
