package io.foreread.it.node;

import static org.assertj.core.api.Assertions.assertThat;

import io.foreread.it.fixture.CassandraRelease;
import io.foreread.it.fixture.ChildJvmNode;
import io.foreread.it.fixture.DeterministicRows;
import io.foreread.it.fixture.Promtool;
import io.foreread.it.fixture.RowDigest;
import io.foreread.it.fixture.Scrape;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/** Runs a node of each line without native read-ahead, in its default disk access mode. */
@ParameterizedClass(name = "{0}")
@MethodSource("releases")
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class AppliedNodeIT {
    private static final String KEYSPACE = "foreread";
    private static final Map<String, String> COMPACTION_DATA = Map.of("activity", "compaction", "component", "Data");
    private static final Map<String, String> COMPACTION_INDEX = Map.of("activity", "compaction", "component", "Index");

    private final CassandraRelease release;

    private static ChildJvmNode node;

    AppliedNodeIT(CassandraRelease release) {
        this.release = release;
    }

    static Stream<CassandraRelease> releases() {
        return NodeReleases.of(
                CassandraRelease.newestOf("3.11"),
                CassandraRelease.newestOf("4.0"),
                CassandraRelease.newestOf("4.1"),
                CassandraRelease.LAST_WITHOUT_NATIVE);
    }

    @BeforeParameterizedClassInvocation
    static void start(CassandraRelease release) {
        Path storage = NodeReleases.storage("applied", release);
        node = ChildJvmNode.of(release, storage)
                .agent("")
                .yaml(release.version().isAtLeast(4, 1) ? "sasi_indexes_enabled" : "enable_sasi_indexes", true)
                .start();
        DeterministicRows.createKeyspace(node.session(), KEYSPACE, true);
        node.jmx().setCompactionThroughput(0);
    }

    @AfterParameterizedClassInvocation
    static void stop() {
        if (node != null) node.close();
    }

    @Test
    @Order(1)
    void compactsOverlappingSstablesInBlocksAndKeepsEveryRow() {
        DeterministicRows rows = table("overlapping", "");
        rows.writeOverlapping(4, 1000, 4000, () -> node.jmx().flush(KEYSPACE, "overlapping"));
        RowDigest before = digest("overlapping");
        assertThat(before.rows()).isEqualTo(7000);

        Scrape start = node.metrics();
        node.jmx().majorCompact(KEYSPACE, "overlapping");
        Scrape end = node.metrics();

        assertThat(digest("overlapping")).isEqualTo(before);
        double reads = delta(start, end, "cassandra_sstable_read_size_bytes_count", COMPACTION_DATA);
        double bytes = delta(start, end, "cassandra_sstable_read_size_bytes_sum", COMPACTION_DATA);
        assertThat(bytes).as("every sstable was read").isGreaterThan(4 * 3_500_000.0);
        assertThat(bytes / reads).as("mean read size").isGreaterThan(200_000);
        Map<String, String> table = Map.of("activity", "compaction", "table", "overlapping");
        assertThat(delta(start, end, "cassandra_compaction_finished_total", table))
                .isEqualTo(1);
        assertThat(delta(start, end, "cassandra_compaction_scanned_bytes_total", table))
                .isGreaterThan(4 * 4_000_000.0);
        assertThat(delta(start, end, "cassandra_compaction_input_bytes_total", table))
                .isBetween(bytes * 0.99, bytes * 1.1);
        assertThat(delta(start, end, "cassandra_compaction_output_bytes_total", table))
                .isBetween(6_000_000.0, bytes * 0.6);
        assertThat(delta(start, end, "cassandra_compaction_allocated_bytes_total", table))
                .isGreaterThan(1_000_000);
        assertThat(end.sum("foreread_chunks_compressed_ahead_total"))
                .as("chunks compressed ahead by default")
                .isZero();
    }

    @Test
    @Order(2)
    void compactsATwoMebibyteSstableInAtMostEightReads() {
        DeterministicRows rows = table("small", "");
        rows.write(0, 2000, 0);
        node.jmx().flush(KEYSPACE, "small");

        Scrape start = node.metrics();
        node.jmx().majorCompact(KEYSPACE, "small");
        Scrape end = node.metrics();

        assertThat(delta(start, end, "cassandra_sstable_read_size_bytes_sum", COMPACTION_DATA))
                .isBetween(1_800_000.0, 2_097_152.0);
        assertThat(delta(start, end, "cassandra_sstable_read_size_bytes_count", COMPACTION_DATA))
                .isBetween(1.0, 8.0);
    }

    @Test
    @Order(3)
    void leavesScansToCassandraWhileSwitchedOff() {
        DeterministicRows rows = table("switched", "");
        rows.write(0, 2000, 0);
        node.jmx().flush(KEYSPACE, "switched");
        RowDigest before = digest("switched");

        node.jmx().setReadAheadEnabled(false);
        try {
            Scrape start = node.metrics();
            node.jmx().majorCompact(KEYSPACE, "switched");
            Scrape end = node.metrics();
            assertThat(end.sum("foreread_read_ahead_enabled")).isZero();
            assertThat(delta(start, end, "foreread_fills_total", Map.of())).isZero();
            assertThat(delta(start, end, "foreread_fallbacks_total", Map.of("reason", "switched_off")))
                    .isPositive();
        } finally {
            node.jmx().setReadAheadEnabled(true);
        }
        assertThat(digest("switched")).isEqualTo(before);
    }

    @Test
    @Order(4)
    void doesNotReadThePartitionIndexUnlessSkipIndexIsOff() {
        DeterministicRows rows = table("unindexed", "");
        rows.write(0, 2000, 0);
        node.jmx().flush(KEYSPACE, "unindexed");
        RowDigest before = digest("unindexed");

        Scrape start = node.metrics();
        node.jmx().majorCompact(KEYSPACE, "unindexed");
        Scrape withoutIndex = node.metrics();
        node.jmx().setSkipIndex(false);
        try {
            node.jmx().majorCompact(KEYSPACE, "unindexed");
        } finally {
            node.jmx().setSkipIndex(true);
        }
        Scrape withIndex = node.metrics();

        String reads = "cassandra_sstable_read_size_bytes_count";
        assertThat(delta(start, withoutIndex, reads, COMPACTION_DATA)).isPositive();
        assertThat(delta(start, withoutIndex, reads, COMPACTION_INDEX)).isZero();
        assertThat(delta(withoutIndex, withIndex, reads, COMPACTION_DATA)).isPositive();
        assertThat(delta(withoutIndex, withIndex, reads, COMPACTION_INDEX)).isPositive();
        assertThat(digest("unindexed")).isEqualTo(before);
    }

    @Test
    @Order(5)
    void rewritesAndChecksWithoutChangingARow() {
        DeterministicRows rows = table("maintained", "");
        rows.write(0, 3000, 0);
        node.jmx().flush(KEYSPACE, "maintained");
        RowDigest before = digest("maintained");

        Scrape start = node.metrics();
        node.jmx().upgradeSSTables(KEYSPACE, "maintained");
        node.jmx().scrub(KEYSPACE, "maintained");
        node.jmx().verify(KEYSPACE, "maintained");
        Scrape end = node.metrics();

        assertThat(digest("maintained")).isEqualTo(before);
        for (String activity : new String[] {"upgradesstables", "scrub", "verify"})
            assertThat(delta(
                            start,
                            end,
                            "cassandra_sstable_read_size_bytes_sum",
                            Map.of("activity", activity, "component", "Data")))
                    .as(activity)
                    .isGreaterThan(2_500_000);
    }

    @Test
    @Order(6)
    void buildsASasiIndexInBlocks() {
        node.session()
                .execute("CREATE TABLE " + KEYSPACE + ".indexed (id bigint PRIMARY KEY, word text, payload blob)");
        var insert =
                node.session().prepare("INSERT INTO " + KEYSPACE + ".indexed (id, word, payload) VALUES (?, ?, ?)");
        byte[] noise = new byte[1000];
        java.util.Random random = new java.util.Random(7);
        for (long id = 0; id < 1500; id++) {
            random.nextBytes(noise);
            node.session().execute(insert.bind(id, "word" + id % 10, java.nio.ByteBuffer.wrap(noise.clone())));
        }
        node.jmx().flush(KEYSPACE, "indexed");
        Scrape start = node.metrics();
        node.session()
                .execute("CREATE CUSTOM INDEX indexed_word ON " + KEYSPACE
                        + ".indexed (word) USING 'org.apache.cassandra.index.sasi.SASIIndex'");
        Awaitility.await().atMost(Duration.ofSeconds(60)).untilAsserted(() -> assertThat(node.session()
                        .execute("SELECT id FROM " + KEYSPACE + ".indexed WHERE word = 'word3'")
                        .all())
                .hasSize(150));
        Map<String, String> build = Map.of("activity", "index_build", "component", "Data");
        double reads = delta(start, node.metrics(), "cassandra_sstable_read_size_bytes_count", build);
        double bytes = delta(start, node.metrics(), "cassandra_sstable_read_size_bytes_sum", build);
        assertThat(bytes).isGreaterThan(1_300_000);
        assertThat(bytes / reads).isGreaterThan(150_000);
    }

    @Test
    @Order(7)
    void reportsAllocationByThreadClass() {
        Awaitility.await().atMost(Duration.ofSeconds(10)).untilAsserted(() -> assertThat(
                        node.metrics().sum("cassandra_allocated_bytes_total", Map.of("thread_class", "compaction")))
                .isGreaterThan(1_000_000));
    }

    @Test
    @Order(8)
    void appliesTheHooksOfItsLineAndFailsNone() {
        exposition().assertHooksAreApplied();
    }

    @Test
    @Order(9)
    void exportsCassandrasMetricsAndTheNodesIdentity() {
        exposition().assertIdentityAndCassandrasMetrics();
    }

    @Test
    @Order(10)
    void exportsNoValueThatMeansUnknown() {
        exposition().assertNoValueMeansUnknown();
    }

    @Test
    @Order(10)
    void exportsTheSpaceOfEachDirectory() {
        // Slow metrics are read in the background. Their first values appear within a few seconds.
        Awaitility.await().atMost(Duration.ofSeconds(90)).untilAsserted(() -> exposition()
                .assertSpaceOfEachDirectory());
    }

    @Test
    @Order(10)
    void promtoolAcceptsTheExposition() {
        Promtool.assertAccepts(node.metrics().text());
    }

    @Test
    @Order(11)
    void noBufferIsHeldAndNoErrorIsLoggedAfterAllTests() {
        Awaitility.await().atMost(Duration.ofSeconds(10)).untilAsserted(() -> assertThat(
                        node.metrics().sum("foreread_buffer_used_bytes"))
                .isZero());
        assertThat(node.errors()).isEmpty();
        assertThat(node.log()).noneMatch(line -> line.contains("LEAK DETECTED"));
    }

    private AppliedExposition exposition() {
        return new AppliedExposition(node.metrics(), release);
    }

    private DeterministicRows table(String table, String options) {
        DeterministicRows rows = new DeterministicRows(node.session(), KEYSPACE + "." + table, 1000);
        rows.createTable(options);
        node.jmx().disableAutoCompaction(KEYSPACE, table);
        return rows;
    }

    private RowDigest digest(String table) {
        return RowDigest.of(node.session(), KEYSPACE + "." + table);
    }

    private static double delta(Scrape start, Scrape end, String name, Map<String, String> labels) {
        return end.sum(name, labels) - start.sum(name, labels);
    }
}
