package io.foreread.it.container;

import static org.assertj.core.api.Assertions.assertThat;

import io.foreread.it.fixture.CassandraRelease;
import io.foreread.it.fixture.DeterministicRows;
import io.foreread.it.fixture.Full;
import io.foreread.it.fixture.RowDigest;
import io.foreread.it.fixture.Scrape;
import io.foreread.it.fixture.Tally;
import io.foreread.it.link.HookFits;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/** Runs every release in a container, with the agent mounted and enabled by {@code JVM_EXTRA_OPTS}. */
@ParameterizedClass(name = "{0}")
@MethodSource("cells")
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class ContainerMatrixIT {
    private static final String KEYSPACE = "foreread";
    private static final String TABLE = "matrix";
    private static final int SSTABLES = 3;
    private static final int ROWS_PER_SSTABLE = 3000;
    /** The minimum size of all sstables together, because nine tenths of the bytes of a row do not compress. */
    private static final double MIN_INPUT_BYTES = SSTABLES * ROWS_PER_SSTABLE * 900.0;

    /** How Cassandra reads. The native read-ahead has an effect with DEFAULT, and none with the others. */
    private enum Reading {
        DEFAULT,
        MMAP,
        CHUNK_CACHE
    }

    private record Cell(CassandraRelease release, String format, Reading reading) {
        /** Whether Foreread leaves scans to the native read-ahead. */
        boolean standsDown() {
            return release.hasNativeReadAhead() && reading == Reading.DEFAULT;
        }

        @Override
        public String toString() {
            return release + " " + format + (reading == Reading.DEFAULT ? "" : " " + reading);
        }
    }

    private final Cell cell;

    private static ContainerNode node;
    private static Scrape beforeCompaction;
    private static Scrape afterCompaction;

    ContainerMatrixIT(Cell cell) {
        this.cell = cell;
    }

    static Stream<Cell> cells() {
        return Full.releases().stream().flatMap(ContainerMatrixIT::cells);
    }

    private static Stream<Cell> cells(CassandraRelease release) {
        Cell big = new Cell(release, "big", Reading.DEFAULT);
        if (!release.version().isAtLeast(5, 0)) return Stream.of(big);
        Cell bti = new Cell(release, "bti", release.hasNativeReadAhead() ? Reading.MMAP : Reading.DEFAULT);
        if (!Full.isAskedFor() || !release.hasNativeReadAhead()) return Stream.of(big, bti);
        return Stream.of(
                big,
                bti,
                new Cell(release, "bti", Reading.DEFAULT),
                new Cell(release, "big", Reading.MMAP),
                new Cell(release, "big", Reading.CHUNK_CACHE));
    }

    @BeforeParameterizedClassInvocation
    static void start(Cell cell) throws IOException {
        CassandraImages.missing().ifPresent(why -> Assumptions.assumeTrue(false, why));
        Path storage = Files.createTempDirectory(
                Files.createDirectories(Path.of("target", "nodes").toAbsolutePath()), "matrix-" + cell.release() + "-");
        ContainerNodeBuilder builder =
                ContainerNode.of(cell.release(), storage).agent("").heap("512m", "512m");
        if (cell.format().equals("bti"))
            builder.yaml("storage_compatibility_mode", "NONE").yaml("sstable", Map.of("selected_format", "bti"));
        if (cell.reading() == Reading.MMAP) builder.diskAccessMode("mmap");
        if (cell.reading() == Reading.CHUNK_CACHE) builder.fileCache(true);
        node = builder.start();
    }

    @AfterParameterizedClassInvocation
    static void stop() {
        if (node != null) node.close();
        node = null;
        beforeCompaction = null;
        afterCompaction = null;
    }

    @Test
    @Order(1)
    void aMajorCompactionKeepsEveryRow() throws IOException {
        DeterministicRows.createKeyspace(node.session(), KEYSPACE, true);
        DeterministicRows rows = new DeterministicRows(node.session(), KEYSPACE + "." + TABLE, 1000);
        rows.createTable("");
        node.jmx().disableAutoCompaction(KEYSPACE, TABLE);
        for (int version = 0; version < SSTABLES; version++) {
            rows.write(version * 500L, version * 500L + ROWS_PER_SSTABLE, version, count -> {});
            node.jmx().flush(KEYSPACE, TABLE);
        }
        RowDigest before = RowDigest.of(node.session(), KEYSPACE + "." + TABLE);
        assertThat(before.rows()).isEqualTo(ROWS_PER_SSTABLE + (SSTABLES - 1) * 500L);
        assertThat(dataFiles()).allMatch(file -> file.contains(cell.format() + "-Data.db"));

        beforeCompaction = node.metrics();
        node.jmx().majorCompact(KEYSPACE, TABLE);
        afterCompaction = node.metrics();

        assertThat(RowDigest.of(node.session(), KEYSPACE + "." + TABLE)).isEqualTo(before);
        Tally.ROWS_COMPARED.add(before.rows());
    }

    @Test
    @Order(2)
    void theCompactionReadsSstablesInBlocks() {
        Map<String, String> data = Map.of("activity", "compaction", "component", "Data");
        double reads = delta("cassandra_sstable_read_size_bytes_count", data);
        double bytes = delta("cassandra_sstable_read_size_bytes_sum", data);
        assertThat(bytes).as("bytes read").isGreaterThan(MIN_INPUT_BYTES);
        assertThat(bytes / reads).as("mean read size in bytes").isGreaterThan(150_000);
    }

    @Test
    @Order(3)
    void forereadStandsDownWhereCassandraReadsAheadAndTakesOverElsewhere() {
        double ours = delta("foreread_scans_total", Map.of("reader", "foreread", "pattern", "full"));
        double native_ = delta("foreread_scans_total", Map.of("reader", "native", "pattern", "full"));
        double leftToCassandra = delta("foreread_fallbacks_total", Map.of("reason", "native_effective"));
        if (cell.standsDown()) {
            assertThat(ours).isZero();
            assertThat(native_).isPositive();
            assertThat(leftToCassandra).isPositive();
        } else {
            assertThat(ours).isGreaterThanOrEqualTo(SSTABLES);
            assertThat(leftToCassandra).isZero();
        }
    }

    @Test
    @Order(4)
    void theNodeHasEveryHookThatFitsTheReleaseAndNoOther() {
        Scrape scrape = node.metrics();
        assertThat(HookFits.states(scrape))
                .isEqualTo(HookFits.expectedStates(cell.release().version()));
        for (String hook : List.of("channel-proxy", "compaction-task", "read-command", "cassandra-daemon"))
            assertThat(scrape.named("foreread_hook_status", Map.of("hook", hook, "state", "applied")))
                    .as(hook)
                    .hasSize(1);
        assertThat(scrape.sum("foreread_probe_failures_total")).isZero();
    }

    @Test
    @Order(5)
    void theEndpointReportsTheReleaseOutsideOfTheContainer() {
        assertThat(node.metrics()
                        .sum(
                                "cassandra_node_info",
                                Map.of("release_version", cell.release().toString())))
                .isEqualTo(1);
        // nodetool of 3.11 works on Java 8 only.
        if (cell.release().version().isAtLeast(4, 0))
            assertThat(node.nodetool("version")).contains("ReleaseVersion: " + cell.release());
    }

    @Test
    @Order(6)
    void noBufferIsHeldAndNoErrorIsLoggedAfterAllTests() {
        Awaitility.await().atMost(Duration.ofSeconds(10)).untilAsserted(() -> assertThat(
                        node.metrics().sum("foreread_buffer_used_bytes"))
                .isZero());
        assertThat(node.metrics().has("foreread_buffer_used_bytes")).isTrue();
        assertThat(node.errors()).isEmpty();
        assertThat(node.log()).isNotEmpty().noneMatch(line -> line.contains("LEAK DETECTED"));
    }

    private static List<String> dataFiles() throws IOException {
        Path directory = node.dataDirectories(KEYSPACE, TABLE).get(0);
        try (Stream<Path> files = Files.list(directory)) {
            return files.map(file -> file.getFileName().toString())
                    .filter(name -> name.endsWith("Data.db"))
                    .toList();
        }
    }

    private static double delta(String name, Map<String, String> labels) {
        return afterCompaction.sum(name, labels) - beforeCompaction.sum(name, labels);
    }
}
