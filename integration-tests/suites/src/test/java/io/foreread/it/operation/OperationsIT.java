package io.foreread.it.operation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.foreread.it.container.Nodes;
import io.foreread.it.fixture.CassandraNode;
import io.foreread.it.fixture.CassandraRelease;
import io.foreread.it.fixture.Full;
import io.foreread.it.fixture.RowDigest;
import io.foreread.it.fixture.Tally;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Checks that all operations on sstables keep every row of every kind of table, and read ahead. */
@ParameterizedClass(name = "{0}")
@MethodSource("releases")
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class OperationsIT {
    private static final String KEYSPACE = "operated";
    private static final int WIDE_ROWS = Full.isAskedFor() ? 250_000 : 5_000;
    /**
     * In 5.0 and later each writing thread can keep the last partition of a flushed memtable alive (BTree.Updater). A
     * full run writes large partitions, so it needs a larger heap.
     */
    private static final String HEAP = Full.isAskedFor() ? "3g" : "512m";

    private static CassandraNode node;
    private static PreparedKeyspace keyspace;
    /** The rows that Cassandra's reader found in the flushed sstables. */
    private static Map<String, RowDigest> rows;

    private final CassandraRelease release;

    OperationsIT(CassandraRelease release) {
        this.release = release;
    }

    static List<CassandraRelease> releases() {
        // By default AppliedNodeIT and LineUpgradeIT run 4.0.
        return Full.applied().stream()
                .filter(release -> Full.isAskedFor() || !release.line().equals("4.0"))
                .toList();
    }

    @BeforeParameterizedClassInvocation
    static void start(CassandraRelease release) throws IOException {
        Path storage = Files.createTempDirectory(
                Files.createDirectories(Path.of("target", "nodes").toAbsolutePath()), "operations-" + release + "-");
        boolean newNames = release.version().isAtLeast(4, 1);
        node = Nodes.of(release, storage)
                .agent("")
                .heap(HEAP, HEAP)
                // 3.11 enables the chunk cache by default. Foreread leaves range reads with it to Cassandra.
                .fileCache(false)
                .yaml(newNames ? "materialized_views_enabled" : "enable_materialized_views", true)
                .yaml(newNames ? "sasi_indexes_enabled" : "enable_sasi_indexes", true)
                // With this value, the minimum, compactions open their output early after each mebibyte.
                .yaml("sstable_preemptive_open_interval_in_mb", 1)
                .start();
        node.jmx().setCompactionThroughput(0);
        keyspace = PreparedKeyspace.filled(node, KEYSPACE, TableShapes.of(release.version(), WIDE_ROWS));
        rows = keyspace.stockDigests();
    }

    @AfterParameterizedClassInvocation
    static void stop() {
        if (node != null) node.close();
    }

    @Test
    @Order(1)
    void rangeReadsEqualStock() {
        assertThat(rows.get("purged").rows()).isPositive();
        assertThat(rows.get("viewed_by_place").rows()).isEqualTo(300);
        Observed observed =
                Observed.during(node, () -> assertThat(keyspace.digests()).isEqualTo(rows));
        if (release.hasNativeReadAhead())
            assertThat(observed.scansOfTheNativeReader()).isPositive();
        else
            assertThat(observed.scansOfForeread("ramp"))
                    .isGreaterThanOrEqualTo(keyspace.sstablesToReadAhead(keyspace.tables()));
        Tally.ROWS_COMPARED.add(
                rows.values().stream().mapToLong(RowDigest::rows).sum());
    }

    @Test
    @Order(2)
    void queriesEqualStock() {
        Queries.assertSameRowsWithAndWithoutReadAhead(node, KEYSPACE, release);
    }

    @ParameterizedTest
    @EnumSource(NodeOperation.class)
    @Order(3)
    void keepsEveryRowAndReadsAhead(NodeOperation operation) {
        List<String> tables = keyspace.tables().stream()
                .filter(table -> operation.suits(table, release.version()))
                .toList();
        long bytes = keyspace.bytesToReadAhead(tables);
        long sstables = keyspace.sstablesToReadAhead(tables);
        Observed observed = operation.on(node, KEYSPACE, tables);
        keyspace.assertRows(rows);
        if (operation.reads()) {
            assertThat(observed.dataBytesRead(operation.activity())).isGreaterThanOrEqualTo(bytes);
            assertReadAhead(observed, sstables, operation.readsEveryRow() ? bytes : 1);
        }
    }

    @Test
    @Order(4)
    void aMajorCompactionWritesTheSameBytesAsStock() {
        PreparedKeyspace twin = keyspace.copy("by_stock");
        Observed stock = PreparedKeyspace.withoutReadAhead(
                node, () -> Observed.during(node, () -> node.jmx().majorCompact(twin.name())));
        assertThat(stock.scansOfForeread("full")).isZero();
        long bytes = keyspace.bytesToReadAhead(keyspace.tables());
        long sstables = keyspace.sstablesToReadAhead(keyspace.tables());
        Observed observed = Observed.during(node, () -> node.jmx().majorCompact(KEYSPACE));
        keyspace.assertRows(rows);
        assertReadAhead(observed, sstables, bytes);
        for (String table : keyspace.tables()) {
            assertThat(keyspace.files(table).dataDigests())
                    .as(table)
                    .isNotEmpty()
                    .isEqualTo(twin.files(table).dataDigests());
            Tally.SSTABLES_COMPARED.add(keyspace.files(table).count());
            Tally.BYTES_COMPARED.add(keyspace.files(table).dataBytes());
        }
        assertThat(keyspace.stockDigests()).isEqualTo(rows);
        node.session().execute("DROP KEYSPACE " + twin.name());
    }

    @Test
    @Order(5)
    void compactsLevelsWhoseSstablesAreOpenedInSequence() {
        Compactions.compactLevelAndNewSstable(node, release);
    }

    @Test
    @Order(6)
    void flushesStartMinorCompactionsThatKeepEveryRow() {
        Compactions.minorByFlushes(node, release);
    }

    @Test
    @Order(7)
    void compactsHundredsOfSstablesWithAndWithoutEnoughMemory() {
        Compactions.tinySstables(node, release, Full.isAskedFor() ? 1000 : 100);
    }

    @Test
    @Order(8)
    void rowsAreCompleteWhileACompactionOpensItsOutputEarly() {
        Compactions.readWhileRunning(node, release);
    }

    @Test
    @Order(9)
    void secondaryIndexFindsWhatFilteringFinds() {
        Indexes.create(node);
        Indexes.assertFinds(node, "a", "CREATE INDEX words_a ON %s (a)");
    }

    @Test
    @Order(10)
    void sasiIndexFindsWhatFilteringFinds() {
        assumeTrue(!release.version().isAtLeast(6, 0), "SASI is tested only on the lines up to 5.0");
        Observed observed = Indexes.assertFinds(
                node, "b", "CREATE CUSTOM INDEX words_b ON %s (b) USING 'org.apache.cassandra.index.sasi.SASIIndex'");
        if (!release.hasNativeReadAhead())
            assertThat(observed.scansOfForeread("full")).isPositive();
    }

    @Test
    @Order(11)
    void saiIndexFindsWhatFilteringFinds() {
        assumeTrue(release.version().isAtLeast(5, 0), release + " has no SAI");
        Observed observed =
                Indexes.assertFinds(node, "d", "CREATE CUSTOM INDEX words_d ON %s (d) USING 'StorageAttachedIndex'");
        if (!release.hasNativeReadAhead())
            assertThat(observed.scansOfForeread("full")).isPositive();
    }

    @Test
    @Order(12)
    void noBufferIsHeldAndNoErrorIsLoggedAfterAllTests() {
        Awaitility.await().atMost(Duration.ofSeconds(10)).untilAsserted(() -> assertThat(
                        node.metrics().sum("foreread_buffer_used_bytes"))
                .isZero());
        assertThat(node.metrics().sum("foreread_fallbacks_total", Map.of("reason", "unexpected_error")))
                .isZero();
        assertThat(node.metrics().sum("foreread_probe_failures_total")).isZero();
        assertThat(node.errors()).isEmpty();
        assertThat(node.log()).noneMatch(line -> line.contains("LEAK DETECTED"));
    }

    private void assertReadAhead(Observed observed, long sstables, long bytes) {
        if (!release.hasNativeReadAhead()) observed.assertReadAhead(sstables, bytes);
    }
}
