package io.foreread.it.node;

import static org.assertj.core.api.Assertions.assertThat;

import io.foreread.it.fixture.CassandraRelease;
import io.foreread.it.fixture.ChildJvmNode;
import io.foreread.it.fixture.DeterministicRows;
import io.foreread.it.fixture.NodeJmx;
import io.foreread.it.fixture.Scrape;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/** Checks the metrics that are read from MBeans, on a real node for each variant of these MBeans. */
@ParameterizedClass(name = "{0}")
@MethodSource("releases")
class NodeFactsIT {
    private static final String KEYSPACE = "facts";
    private static final Map<String, String> COMPACTION = Map.of("keyspace", KEYSPACE, "table", "compacted");

    private final CassandraRelease release;

    private static ChildJvmNode node;

    NodeFactsIT(CassandraRelease release) {
        this.release = release;
    }

    static Stream<CassandraRelease> releases() {
        return NodeReleases.last(
                CassandraRelease.newestOf("3.11"),
                CassandraRelease.newestOf("4.1"),
                CassandraRelease.newestOf("5.0"),
                CassandraRelease.newestOf("6.0"));
    }

    @BeforeParameterizedClassInvocation
    static void start(CassandraRelease release) {
        node = ChildJvmNode.of(release, NodeReleases.storage("facts", release))
                .agent("metrics.refresh.slow=5s,metrics.refresh.rare=5s")
                .start();
        DeterministicRows.createKeyspace(node.session(), KEYSPACE, true);
    }

    @AfterParameterizedClassInvocation
    static void stop() {
        if (node != null) node.close();
    }

    @Test
    void aSingleNodeIsUpNormalAndHasOneSchemaVersion() {
        // Gossip distributes a new schema version with a delay.
        await().untilAsserted(() -> {
            Scrape scrape = node.metrics();
            assertThat(scrape.value("cassandra_schema_versions", Map.of())).hasValue(1);
            assertThat(scrape.value("cassandra_ring_ownership_ratio", Map.of())).hasValue(1);
        });
        Scrape scrape = node.metrics();
        assertThat(scrape.named("cassandra_endpoint_up", Map.of()))
                .singleElement()
                .satisfies(self -> {
                    assertThat(self.value()).isEqualTo(1);
                    assertThat(self.labels())
                            .containsEntry("datacenter", "datacenter1")
                            .containsEntry("rack", "rack1");
                    assertThat(self.labels().get("peer"))
                            .matches(release.version().isAtLeast(4, 0) ? "127\\.0\\.0\\.1:\\d+" : "127\\.0\\.0\\.1");
                });
        assertThat(scrape.value("cassandra_endpoints", Map.of("state", "up"))).hasValue(1);
        assertThat(scrape.value("cassandra_endpoints", Map.of("state", "down"))).hasValue(0);
        assertThat(scrape.value("cassandra_phi_convict_threshold", Map.of())).hasValue(8);
        assertThat(scrape.value("cassandra_node_mode", Map.of("mode", "NORMAL")))
                .hasValue(1);
        assertThat(scrape.sum("cassandra_node_mode")).isEqualTo(1);
        assertThat(scrape.value("cassandra_nodes", Map.of("state", "live"))).hasValue(1);
        for (String state : new String[] {"unreachable", "joining", "leaving", "moving"})
            assertThat(scrape.value("cassandra_nodes", Map.of("state", state))).hasValue(0);
        for (String one : new String[] {
            "cassandra_gossip_running",
            "cassandra_native_transport_running",
            "cassandra_hinted_handoff_enabled",
            "cassandra_tokens"
        }) assertThat(scrape.value(one, Map.of())).as(one).hasValue(1);
        for (String none : new String[] {
            "cassandra_streams_active",
            "cassandra_incremental_backups_enabled",
            "cassandra_trace_probability",
            "jvm_threads_deadlocked"
        }) assertThat(scrape.value(none, Map.of())).as(none).hasValue(0);
        assertThat(scrape.value("cassandra_compaction_concurrent_limit", Map.of())
                        .orElse(0))
                .isPositive();
        assertThat(scrape.value("cassandra_stream_throttle_bytes_per_second", Map.of())
                        .orElse(0))
                .isBetween(20e6, 30e6);
        String diskAccess = release.version().isAtLeast(5, 0) ? "mmap_index_only" : "mmap";
        assertThat(scrape.value("cassandra_disk_access_mode", Map.of("mode", diskAccess)))
                .as("the default of " + release)
                .hasValue(1);
        assertThat(scrape.sum("cassandra_disk_access_mode")).isEqualTo(1);
        assertThat(scrape.sum("jvm_safepoints_total")).isPositive();
        assertThat(scrape.sum("foreread_scrape_errors_total")).isZero();
    }

    @Test
    void aRunningCompactionIsExportedWithItsProgressAndItsEnd() {
        DeterministicRows rows = new DeterministicRows(node.session(), KEYSPACE + ".compacted", 1000);
        rows.createTable("");
        node.jmx().disableAutoCompaction(KEYSPACE, "compacted");
        for (int version = 0; version < 2; version++) {
            rows.write(0, 15_000, version);
            node.jmx().flush(KEYSPACE, "compacted");
        }
        node.jmx().setCompactionThroughput(1);
        await().untilAsserted(() -> assertThat(
                        node.metrics().value("cassandra_compaction_throttle_bytes_per_second", Map.of()))
                .hasValue(1 << 20));
        CompletableFuture<Void> compaction =
                CompletableFuture.runAsync(() -> node.jmx().majorCompact(KEYSPACE, "compacted"));
        try {
            await().untilAsserted(() -> {
                Scrape scrape = node.metrics();
                double done = scrape.sum("cassandra_compaction_active_bytes", COMPACTION);
                double total = scrape.sum("cassandra_compaction_active_total_bytes", COMPACTION);
                assertThat(done).isPositive().isLessThan(total);
                // In 5.0 major compactions have their own type.
                assertThat(scrape.named("cassandra_compaction_active_bytes", COMPACTION))
                        .allSatisfy(sample ->
                                assertThat(sample.labels().get("type")).isIn("compaction", "major_compaction"));
                assertThat(total).isBetween(20e6, 50e6);
                assertThat(scrape.sum("cassandra_compaction_active_progress_ratio", COMPACTION))
                        .isBetween(done / total * 0.999, done / total * 1.001);
                assertThat(scrape.sum("cassandra_compactions_active")).isGreaterThanOrEqualTo(1);
                assertThat(scrape.sum("cassandra_compaction_remaining_seconds", COMPACTION))
                        .isBetween(1.0, 60.0);
            });
        } finally {
            node.jmx().setCompactionThroughput(0);
            compaction.join();
        }
        await().untilAsserted(() -> {
            Scrape scrape = node.metrics();
            assertThat(scrape.named("cassandra_compaction_active_bytes", COMPACTION))
                    .isEmpty();
            assertThat(scrape.value("cassandra_compaction_throttle_bytes_per_second", Map.of()))
                    .hasValue(0);
        });
    }

    @Test
    void aSnapshotIsCounted() {
        DeterministicRows rows = new DeterministicRows(node.session(), KEYSPACE + ".kept", 1000);
        rows.createTable("");
        rows.write(0, 1000, 0);
        await().untilAsserted(() -> assertThat(node.metrics().value("cassandra_snapshots", Map.of()))
                .hasValue(0));
        node.jmx()
                .invoke(
                        NodeJmx.name("org.apache.cassandra.db:type=StorageService"),
                        "takeSnapshot",
                        "before",
                        new String[] {KEYSPACE});
        node.jmx().majorCompact(KEYSPACE, "kept");
        await().untilAsserted(() -> {
            Scrape scrape = node.metrics();
            assertThat(scrape.value("cassandra_snapshots", Map.of())).hasValue(1);
            assertThat(scrape.sum("cassandra_snapshots_size_on_disk_bytes")).isGreaterThan(900_000);
            assertThat(scrape.sum("cassandra_snapshots_true_size_bytes"))
                    .as("the snapshot keeps the sstables that compaction has replaced")
                    .isGreaterThan(900_000);
        });
    }

    private static ConditionFactory await() {
        return Awaitility.await().atMost(Duration.ofSeconds(40)).pollInterval(Duration.ofSeconds(1));
    }
}
