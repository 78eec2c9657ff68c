package io.foreread.it.grafana;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.DefaultConsistencyLevel;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import io.foreread.it.bench.load.NodeCpu;
import io.foreread.it.fixture.CassandraRelease;
import io.foreread.it.fixture.ChildJvmNode;
import io.foreread.it.fixture.ExporterProcess;
import io.foreread.it.fixture.GrafanaDirectory;
import io.foreread.it.fixture.HostExporter;
import io.foreread.it.fixture.NodeJmx;
import io.foreread.it.fixture.PrometheusConfig;
import io.foreread.it.fixture.Ring;
import io.foreread.it.node.NodeReleases;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import javax.management.ObjectName;
import org.awaitility.Awaitility;

/** A ring of 4.1, one node of 5.0 and one of 6.0. {@link #causeEvents} causes all events that dashboards show. */
final class LivingCluster implements AutoCloseable {
    private static final Duration SCRAPE_INTERVAL = Duration.ofSeconds(2);
    private static final long VISIBLE_NANOS = TimeUnit.SECONDS.toNanos(3);
    private static final Duration LIMIT = Duration.ofMinutes(2);
    private static final ObjectName STORAGE_PROXY = NodeJmx.name("org.apache.cassandra.db:type=StorageProxy");
    private static final int TRANSACTIONS = 200;
    private static final int ALWAYS_OVER_MILLIS = 1;
    private static final int THREE_HOURS_MILLIS = 3 * 60 * 60 * 1000;

    private static final String DATACENTER = "datacenter1";

    private final ExecutorService loaders = Executors.newCachedThreadPool();
    private final Ring ring = new Ring(
            CassandraRelease.newestOf("4.1"), NodeReleases.storage("boards", CassandraRelease.newestOf("4.1")));
    private final ChildJvmNode single;
    private final ChildJvmNode latest;
    private final ExporterProcess standalone;
    private final Optional<HostExporter> host;

    LivingCluster() {
        ring.add(LivingNodes::shared);
        ring.add(LivingNodes::overBudget);
        single = LivingNodes.alone(ChildJvmNode.of(
                        CassandraRelease.newestOf("5.0"),
                        NodeReleases.storage("boards", CassandraRelease.newestOf("5.0"))))
                .start();
        Path storage = NodeReleases.storage("boards", CassandraRelease.newestOf("6.0"));
        latest = LivingNodes.latest(
                        ChildJvmNode.of(CassandraRelease.newestOf("6.0"), storage), emptyConfiguration(storage))
                .start();
        Path beside = NodeReleases.storage("boards-beside", CassandraRelease.newestOf("5.0"));
        standalone = ExporterProcess.start(
                beside,
                nodesOverJmx().stream()
                        .flatMap(node -> Stream.of("--jmx", node))
                        .toArray(String[]::new));
        host = HostExporter.start(
                beside.resolve("host"),
                nodes().flatMap(node -> node.dataDirectories("system", "local").stream())
                        .toList());
    }

    private static Path emptyConfiguration(Path directory) {
        try {
            return Files.writeString(directory.resolve("foreread.yaml"), "metrics: {}\n");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * The scrape targets: the nodes that run from the start, the exporter that reads two of them over JMX, and the
     * host.
     */
    PrometheusConfig targets() {
        PrometheusConfig config = PrometheusConfig.every(SCRAPE_INTERVAL)
                .nodes(nodes().map(ChildJvmNode::metricsAddress).toList())
                .nodesOverJmx(standalone.metricsAddress(), nodesOverJmx())
                .rules(GrafanaDirectory.locate().resolve("alerts/*.yaml"));
        host.ifPresent(there -> config.other("node", there.metricsAddress()));
        return config;
    }

    /** Whether Prometheus scrapes the host of the nodes. */
    boolean hasHost() {
        return host.isPresent();
    }

    private List<String> nodesOverJmx() {
        return Stream.of(single, ring.node(2))
                .map(node -> "127.0.0.1:" + node.jmxPort())
                .toList();
    }

    private Stream<ChildJvmNode> nodes() {
        return Stream.concat(ring.nodes().stream(), Stream.of(single, latest));
    }

    /**
     * Causes all events, which takes minutes. Each event occurs at least twice, because a rate needs an earlier value.
     */
    void causeEvents() {
        List<ChildJvmNode> coordinators = List.of(ring.node(1), single);
        LivingTables shared = new LivingTables(ring.node(1));
        LivingTables own = new LivingTables(single);
        shared.create(2);
        own.create(1);
        own.indexWithSai();
        for (int version = 0; version < 2; version++) {
            for (LivingTables tables : List.of(shared, own)) {
                tables.write(version);
                tables.read(version);
            }
            coordinators.forEach(node -> node.jmx().flush(LivingTables.KEYSPACE));
            transact(version);
            compactSlowly();
            missWrites(shared, version);
            ring.node(1).jmx().repair(LivingTables.KEYSPACE, Map.of("incremental", String.valueOf(version == 1)));
        }
        turnReadAheadOffAndOn(List.of(shared, own));
        ring.add(LivingNodes::shared);
        for (LivingTables tables : List.of(shared, own)) tables.read(2);
    }

    /**
     * Keeps all nodes under load: requests, compactions and streams. It leaves Prometheus enough CPU time to
     * scrape all nodes.
     *
     * @return a time at which the nodes were under load for the duration, and still are
     */
    Instant loadFor(Duration duration) {
        LivingTables shared = new LivingTables(ring.node(1));
        LivingTables own = new LivingTables(single);
        AtomicBoolean enough = new AtomicBoolean();
        List<CompletableFuture<Void>> loops = Stream.<Runnable>of(
                        shared::useSlowly, own::useSlowly, this::compactSlowly, () -> ring.node(2)
                                .jmx()
                                .invoke(NodeJmx.STORAGE_SERVICE, "rebuild", DATACENTER))
                .map(action -> CompletableFuture.runAsync(() -> repeat(action, enough), loaders))
                .toList();
        try {
            NodeCpu.pause(duration.toNanos());
            return Instant.now();
        } finally {
            enough.set(true);
            loops.forEach(CompletableFuture::join);
        }
    }

    private static void repeat(Runnable action, AtomicBoolean enough) {
        while (!enough.get()) action.run();
    }

    /** Executes transactions of Accord, which only 6.0 has. */
    private void transact(int version) {
        CqlSession session = latest.session();
        session.execute("CREATE KEYSPACE IF NOT EXISTS transactions"
                + " WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1}");
        session.execute("CREATE TABLE IF NOT EXISTS transactions.accounts (id int PRIMARY KEY, balance int)"
                + " WITH transactional_mode = 'full'");
        for (int id = 0; id < TRANSACTIONS; id++) {
            execute("INSERT INTO transactions.accounts (id, balance) VALUES (" + id + ", " + version + ")");
            execute("SELECT balance FROM transactions.accounts WHERE id = " + id);
        }
    }

    /** Accord rejects writes with the default consistency level of the driver. */
    private void execute(String statement) {
        latest.session()
                .execute(SimpleStatement.newInstance(statement).setConsistencyLevel(DefaultConsistencyLevel.QUORUM));
    }

    /** Switches read-ahead off and then on. Each of the two states lasts longer than the window of {@code rate}. */
    private void turnReadAheadOffAndOn(List<LivingTables> read) {
        for (boolean enabled : new boolean[] {false, true}) {
            nodes().forEach(node -> node.jmx().setReadAheadEnabled(enabled));
            for (int i = 0; i < 6; i++) {
                CompletableFuture<Void> reads =
                        CompletableFuture.runAsync(() -> read.forEach(tables -> tables.read(2)));
                compactSlowly();
                reads.join();
            }
        }
    }

    /** Throttles compactions, so that some of them are visible while they run. */
    private void compactSlowly() {
        CompletableFuture.allOf(nodes().filter(node -> node != latest)
                        .map(node -> CompletableFuture.runAsync(() -> {
                            node.jmx().flush(LivingTables.KEYSPACE);
                            node.jmx().setCompactionThroughput(1);
                            node.jmx().majorCompact(LivingTables.KEYSPACE, LivingTables.BIG);
                            node.jmx().setCompactionThroughput(0);
                        }))
                        .toArray(CompletableFuture[]::new))
                .join();
    }

    /**
     * Writes rows while the first node considers the second node down. The first node stores hints for the first
     * writes, and none for the second writes, which are outside the hint window.
     */
    private void missWrites(LivingTables tables, int version) {
        ChildJvmNode first = ring.node(1);
        ring.node(2).jmx().invoke(NodeJmx.STORAGE_SERVICE, "stopGossiping");
        awaitLive(first, 1);
        tables.writeOthers(version);
        first.jmx().setAttribute(STORAGE_PROXY, "MaxHintWindow", ALWAYS_OVER_MILLIS);
        tables.writeOthers(version);
        first.jmx().setAttribute(STORAGE_PROXY, "MaxHintWindow", THREE_HOURS_MILLIS);
        Awaitility.await("hint files")
                .atMost(LIMIT)
                .until(() -> first.metrics().sum("cassandra_hint_files", Map.of()) > 0);
        NodeCpu.pause(VISIBLE_NANOS);
        ring.node(2).jmx().invoke(NodeJmx.STORAGE_SERVICE, "startGossiping");
        awaitLive(first, 2);
    }

    private static void awaitLive(ChildJvmNode node, int count) {
        Awaitility.await(count + " nodes to be up for " + node.address())
                .atMost(LIMIT)
                .until(() -> node.jmx().liveNodes().size() == count);
    }

    @Override
    public void close() {
        try {
            loaders.shutdownNow();
            ring.close();
        } finally {
            host.ifPresent(HostExporter::close);
            standalone.close();
            latest.close();
            single.close();
        }
    }
}
