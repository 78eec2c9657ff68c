package io.foreread.it.grafana;

import com.datastax.oss.driver.api.core.CqlSession;
import io.foreread.it.bench.load.NodeCpu;
import io.foreread.it.fixture.CassandraRelease;
import io.foreread.it.fixture.ChildJvmNode;
import io.foreread.it.fixture.DeterministicRows;
import io.foreread.it.fixture.ExporterProcess;
import io.foreread.it.fixture.NodeJmx;
import io.foreread.it.fixture.Ring;
import io.foreread.it.node.NodeReleases;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.awaitility.Awaitility;

/** Nodes of two lines to which everything happens that boards show: a ring of 4.1, and one node of 5.0. */
final class LivingCluster implements AutoCloseable {
    private static final String KEYSPACE = "living";
    private static final String ROWS = KEYSPACE + ".rows";
    private static final String FEW = KEYSPACE + ".few";
    private static final int COUNT = 6000;
    /** Who counts the files of hints does so every few seconds. */
    private static final long HINTED_NANOS = TimeUnit.SECONDS.toNanos(12);

    /** Every family, and our reader in place of the native one too. */
    private static final String AGENT =
            "read-ahead=on,metrics.table.include=*,metrics.keyspace.include=*,metrics.table.distributions=buckets";

    private final Ring ring =
            new Ring(CassandraRelease.V4_1_10, NodeReleases.storage("boards", CassandraRelease.V4_1_10));
    private final ChildJvmNode single;
    private final ExporterProcess standalone;

    LivingCluster() {
        for (int i = 0; i < 2; i++) ring.add(LivingCluster::settings);
        single = settings(ChildJvmNode.of(
                                CassandraRelease.V5_0_9, NodeReleases.storage("boards", CassandraRelease.V5_0_9))
                        .heap("384m", "384m"))
                .start();
        standalone = ExporterProcess.start(
                NodeReleases.storage("boards-exporter", CassandraRelease.V5_0_9),
                "--jmx",
                "127.0.0.1:" + single.jmxPort());
    }

    /** Slow enough to be seen while it streams. */
    private static ChildJvmNode.Builder settings(ChildJvmNode.Builder builder) {
        return builder.agent(AGENT).yaml("stream_throughput_outbound", "1MiB/s");
    }

    /** Of the nodes that are there from the start, and of the exporter that reads one of them over JMX. */
    List<URI> endpoints() {
        return Stream.concat(nodes().map(ChildJvmNode::metricsAddress), Stream.of(standalone.metricsAddress()))
                .toList();
    }

    private Stream<ChildJvmNode> nodes() {
        return Stream.concat(ring.nodes().stream(), Stream.of(single));
    }

    /** Takes minutes. A rate needs a number from before as well: everything is done at least twice. */
    void live() {
        createSchema(ring.node(1).session(), 2);
        createSchema(single.session(), 1);
        single.session().execute("CREATE INDEX ON " + ROWS + " (part) USING 'sai'");
        for (int version = 0; version < 2; version++) {
            for (ChildJvmNode node : List.of(ring.node(1), single)) {
                write(node.session(), version);
                read(node.session(), version);
                node.jmx().flush(KEYSPACE);
            }
            compactSlowly();
            missWrites(version);
            ring.node(1).jmx().repair(KEYSPACE, Map.of("incremental", String.valueOf(version == 1)));
        }
        turnReadAheadOffAndOn();
        ring.add(LivingCluster::settings);
        for (ChildJvmNode node : List.of(ring.node(1), single)) read(node.session(), 2);
    }

    private static void createSchema(CqlSession session, int replicas) {
        DeterministicRows.createKeyspace(session, KEYSPACE, replicas, true);
        new DeterministicRows(session, ROWS, 1000).createTable("");
        session.execute("ALTER TABLE " + ROWS + " ADD part int");
        session.execute("CREATE TABLE " + FEW + " (k int PRIMARY KEY, v int)");
        session.execute("CREATE INDEX ON " + FEW + " (v)");
    }

    private static void write(CqlSession session, int version) {
        new DeterministicRows(session, ROWS, 1000).write(0, COUNT, version, done -> {});
        for (int k = 0; k < 50; k++) {
            session.execute("INSERT INTO " + FEW + " (k, v) VALUES (" + k + ", " + version + ") IF NOT EXISTS");
            session.execute("BEGIN BATCH INSERT INTO " + FEW + " (k, v) VALUES (" + k + ", 1) INSERT INTO " + FEW
                    + " (k, v) VALUES (" + (k + 1) + ", 2) APPLY BATCH");
            session.execute("DELETE FROM " + FEW + " WHERE k = " + (k + 2));
        }
    }

    private static void read(CqlSession session, int version) {
        for (int id = version; id < COUNT; id += 5)
            session.execute("SELECT payload FROM " + ROWS + " WHERE id = " + id);
        for (int i = 0; i < 20; i++) {
            contend(session);
            session.execute("SELECT k FROM " + FEW + " WHERE v = 1").all();
            session.execute("SELECT k FROM " + FEW).all();
            session.execute("SELECT id FROM " + ROWS + " WHERE part = 1 LIMIT 10 ALLOW FILTERING")
                    .all();
        }
        session.execute("SELECT id FROM " + ROWS).forEach(row -> {});
    }

    /** Transactions on one row at once: all but one must try again. */
    private static void contend(CqlSession session) {
        String update = "UPDATE " + FEW + " SET v = 1 WHERE k = 0 IF EXISTS";
        CompletableFuture.allOf(
                        Stream.generate(() -> session.executeAsync(update).toCompletableFuture())
                                .limit(8)
                                .toArray(CompletableFuture[]::new))
                // Some time out, which is something to show as well.
                .exceptionally(timeout -> null)
                .join();
    }

    /** Each for longer than a rate looks back. */
    private void turnReadAheadOffAndOn() {
        for (boolean enabled : new boolean[] {false, true}) {
            nodes().forEach(node -> node.jmx().setReadAheadEnabled(enabled));
            for (int i = 0; i < 6; i++) compactSlowly();
        }
    }

    /** So that some are seen while they run. */
    private void compactSlowly() {
        CompletableFuture.allOf(nodes().map(node -> CompletableFuture.runAsync(() -> {
                            node.jmx().flush(KEYSPACE);
                            node.jmx().setCompactionThroughput(1);
                            node.jmx().majorCompact(KEYSPACE, "rows");
                            node.jmx().setCompactionThroughput(0);
                        }))
                        .toArray(CompletableFuture[]::new))
                .join();
    }

    /** What the second node does not hear of while the first takes it for dead is kept for it as hints. */
    private void missWrites(int version) {
        ChildJvmNode first = ring.node(1);
        ring.node(2).jmx().invoke(NodeJmx.STORAGE_SERVICE, "stopGossiping");
        awaitLive(first, 1);
        new DeterministicRows(first.session(), ROWS, 1000).write(COUNT, COUNT + 1000, version, done -> {});
        NodeCpu.pause(HINTED_NANOS);
        ring.node(2).jmx().invoke(NodeJmx.STORAGE_SERVICE, "startGossiping");
        awaitLive(first, 2);
    }

    private static void awaitLive(ChildJvmNode node, int count) {
        Awaitility.await(count + " nodes to be up for " + node.address())
                .atMost(Duration.ofMinutes(2))
                .until(() -> node.jmx().liveNodes().size() == count);
    }

    @Override
    public void close() {
        try {
            ring.close();
        } finally {
            standalone.close();
            single.close();
        }
    }
}
