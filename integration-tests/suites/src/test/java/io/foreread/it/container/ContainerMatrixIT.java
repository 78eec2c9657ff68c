package io.foreread.it.container;

import static org.assertj.core.api.Assertions.assertThat;

import io.foreread.it.fixture.CassandraRelease;
import io.foreread.it.fixture.DeterministicRows;
import io.foreread.it.fixture.Full;
import io.foreread.it.fixture.RowDigest;
import io.foreread.it.fixture.Scrape;
import io.foreread.it.fixture.Tally;
import io.foreread.it.link.HookFits;
import io.foreread.it.node.SecuredEndpoint;
import java.io.IOException;
import java.net.URI;
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

/**
 * Runs every release in a container, on the Java versions on which it is deployed, with the agent mounted and enabled by
 * {@code JVM_EXTRA_OPTS}.
 */
@ParameterizedClass(name = "{0}")
@MethodSource("cells")
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class ContainerMatrixIT {
    private static final String KEYSPACE = "foreread";
    private static final String TABLE = "matrix";
    /** The storage directory in the container. */
    private static final Path STORAGE = Path.of("/var/lib/cassandra");

    private static final int SSTABLES = 3;
    private static final int ROWS_PER_SSTABLE = 3000;
    /** The minimum size of all sstables together, because nine tenths of the bytes of a row do not compress. */
    private static final double MIN_INPUT_BYTES = SSTABLES * ROWS_PER_SSTABLE * 900.0;

    /** How Cassandra reads. The native read-ahead has an effect only with DEFAULT. */
    private enum Reading {
        DEFAULT,
        MMAP,
        CHUNK_CACHE
    }

    /** @param java the feature number of a Java from a Debian package; 0 for the Java that the image has by default */
    private record Cell(CassandraRelease release, int java, String format, Reading reading) {
        /** Whether Foreread leaves scans to the native read-ahead. */
        boolean standsDown() {
            return release.hasNativeReadAhead() && reading == Reading.DEFAULT;
        }

        @Override
        public String toString() {
            return release
                    + (java == 0 ? "" : " on Java " + java)
                    + " "
                    + format
                    + (reading == Reading.DEFAULT ? "" : " " + reading);
        }
    }

    private final Cell cell;

    private static ContainerNode node;
    private static SecuredEndpoint endpoint;

    private static Scrape beforeCompaction;
    private static Scrape afterCompaction;

    ContainerMatrixIT(Cell cell) {
        this.cell = cell;
    }

    static Stream<Cell> cells() {
        Stream<CassandraRelease> releases = Full.releases().stream();
        if (Full.isAskedFor()) return releases.flatMap(ContainerMatrixIT::all);
        // Other suites of the default run use the default Java.
        return releases.flatMap(ContainerMatrixIT::cells)
                .filter(cell -> cell.java() != 0 || !CassandraImages.javaIsSelectable());
    }

    private static Stream<Cell> cells(CassandraRelease release) {
        List<Integer> javas = javas(release);
        if (!release.version().isAtLeast(5, 0))
            return javas.stream().map(java -> new Cell(release, java, "big", Reading.DEFAULT));
        Reading readAheadHasNoEffect = release.hasNativeReadAhead() ? Reading.MMAP : Reading.DEFAULT;
        return Stream.concat(
                Stream.of(new Cell(release, 0, "big", Reading.DEFAULT)),
                javas.stream().map(java -> new Cell(release, java, "bti", readAheadHasNoEffect)));
    }

    private static Stream<Cell> all(CassandraRelease release) {
        List<String> formats = release.version().isAtLeast(5, 0) ? List.of("big", "bti") : List.of("big");
        List<Reading> readings = release.hasNativeReadAhead() ? List.of(Reading.values()) : List.of(Reading.DEFAULT);
        Stream<Cell> withDefaultJava = formats.stream()
                .flatMap(format -> readings.stream().map(reading -> new Cell(release, 0, format, reading)));
        return Stream.concat(cells(release), withDefaultJava).distinct();
    }

    /**
     * The Java versions on which the release is deployed, without Java 17. The build requires Java 17, so it is the
     * default of images that are built on this machine.
     */
    private static List<Integer> javas(CassandraRelease release) {
        if (!CassandraImages.javaIsSelectable()) return List.of(0);
        if (release.version().isAtLeast(6, 0)) return List.of(21);
        if (release.version().isAtLeast(5, 0)) return List.of(11);
        return release.version().isAtLeast(4, 0) ? List.of(8, 11) : List.of(8);
    }

    @BeforeParameterizedClassInvocation
    static void start(Cell cell) throws IOException {
        (cell.java() == 0 ? CassandraImages.missing() : CassandraImages.missingJava())
                .ifPresent(why -> Assumptions.assumeTrue(false, why));
        Path storage = Files.createTempDirectory(
                Files.createDirectories(Path.of("target", "nodes").toAbsolutePath()), "matrix-" + cell.release() + "-");
        endpoint = new SecuredEndpoint(storage.resolve("endpoint"));
        ContainerNodeBuilder builder = ContainerNode.of(cell.release(), storage)
                .agent(endpoint.agentOptions(STORAGE.resolve("endpoint")))
                .yaml("enable_user_defined_functions", true)
                .heap("512m", "512m");
        if (cell.java() != 0) builder.java(cell.java());
        if (cell.format().equals("bti"))
            builder.yaml("storage_compatibility_mode", "NONE").yaml("sstable", Map.of("selected_format", "bti"));
        if (cell.reading() == Reading.MMAP) builder.diskAccessMode("mmap");
        if (cell.reading() == Reading.CHUNK_CACHE) builder.fileCache(true);
        node = builder.start();
        endpoint.reachedAt(URI.create("https://" + node.address() + ":9507"));
    }

    @AfterParameterizedClassInvocation
    static void stop() {
        if (node != null) node.close();
        node = null;
        endpoint = null;
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
        rows.writeOverlapping(SSTABLES, 500, ROWS_PER_SSTABLE, () -> node.jmx().flush(KEYSPACE, TABLE));
        RowDigest before = RowDigest.of(node.session(), KEYSPACE + "." + TABLE);
        assertThat(before.rows()).isEqualTo(ROWS_PER_SSTABLE + (SSTABLES - 1) * 500L);
        assertThat(dataFiles()).allMatch(file -> file.contains(cell.format() + "-Data.db"));

        beforeCompaction = endpoint.scrape();
        node.jmx().majorCompact(KEYSPACE, TABLE);
        afterCompaction = endpoint.scrape();

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
    void theNodeHasEveryHookThatFitsTheReleaseAndNoOther() throws IOException {
        Scrape scrape = endpoint.scrape();
        assertThat(HookFits.states(scrape))
                .isEqualTo(HookFits.expectedStates(cell.release().version(), false));
        for (String hook : List.of("channel-proxy", "compaction-task", "read-command", "cassandra-daemon"))
            assertThat(scrape.named("foreread_hook_status", Map.of("hook", hook, "state", "applied")))
                    .as(hook)
                    .hasSize(1);
        assertThat(scrape.sum("foreread_probe_failures_total")).isZero();
    }

    @Test
    @Order(5)
    void theEndpointReportsTheReleaseOutsideOfTheContainer() throws IOException {
        assertThat(endpoint.scrape()
                        .sum(
                                "cassandra_node_info",
                                Map.of("release_version", cell.release().toString())))
                .isEqualTo(1);
        // nodetool of 3.11 works on Java 8 only.
        if (cell.java() == 8 || cell.release().version().isAtLeast(4, 0))
            assertThat(node.nodetool("version")).contains("ReleaseVersion: " + cell.release());
    }

    @Test
    @Order(6)
    void theNodeRunsOnTheSelectedJava() throws IOException {
        int java = cell.java() == 0 ? CassandraImages.defaultJava(cell.release().version()) : cell.java();
        Assumptions.assumeTrue(java != 0, "the Java version of an official or given image is not known");
        String version = endpoint.scrape()
                .named("jvm_runtime_info", Map.of())
                .findFirst()
                .orElseThrow()
                .labels()
                .get("version");
        assertThat(version).startsWith(java == 8 ? "1.8." : java + ".");
    }

    @Test
    @Order(7)
    void theEndpointUsesTlsAndRequiresThePassword() throws IOException {
        endpoint.assertRequiresThePassword();
    }

    @Test
    @Order(8)
    void theEndpointServesAndReloadsItsFilesWithASecurityManager() throws IOException {
        endpoint.assertServesAndReloads(node, KEYSPACE, TABLE);
    }

    @Test
    @Order(9)
    void noBufferIsHeldAndNoErrorIsLoggedAfterAllTests() throws IOException {
        Awaitility.await().atMost(Duration.ofSeconds(10)).untilAsserted(() -> assertThat(
                        endpoint.scrape().sum("foreread_buffer_used_bytes"))
                .isZero());
        assertThat(endpoint.scrape().has("foreread_buffer_used_bytes")).isTrue();
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
