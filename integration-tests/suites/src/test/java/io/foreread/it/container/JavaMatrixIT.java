package io.foreread.it.container;

import static org.assertj.core.api.Assertions.assertThat;

import io.foreread.it.fixture.CassandraRelease;
import io.foreread.it.fixture.DeterministicRows;
import io.foreread.it.fixture.EndpointCredentials;
import io.foreread.it.fixture.Full;
import io.foreread.it.fixture.RowDigest;
import io.foreread.it.fixture.Scrape;
import io.foreread.it.fixture.Tally;
import io.foreread.it.link.HookFits;
import java.io.IOException;
import java.net.HttpURLConnection;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import javax.net.ssl.HttpsURLConnection;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/** Runs releases with the agent in containers, on the Java versions on which they are deployed. */
@ParameterizedClass(name = "{0}")
@MethodSource("cells")
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class JavaMatrixIT {
    private static final String KEYSPACE = "foreread";
    private static final String TABLE = "javas";
    private static final int SSTABLES = 3;
    private static final int ROWS_PER_SSTABLE = 2000;

    /** The path of the storage directory in the container. */
    private static final Path STORAGE = Path.of("/var/lib/cassandra");

    private record Cell(CassandraRelease release, int java) {
        @Override
        public String toString() {
            return release + " on Java " + java;
        }
    }

    private final Cell cell;

    private static ContainerNode node;
    private static EndpointCredentials security;

    JavaMatrixIT(Cell cell) {
        this.cell = cell;
    }

    /**
     * Each release with Java versions on which it is deployed. Java 17 is left out: the build requires it, and the
     * other suites run each release on a Java of this machine.
     */
    static Stream<Cell> cells() {
        return Full.releases().stream()
                .flatMap(release -> javas(release).stream().map(java -> new Cell(release, java)));
    }

    private static List<Integer> javas(CassandraRelease release) {
        if (release.version().isAtLeast(6, 0)) return List.of(21);
        if (release.version().isAtLeast(5, 0)) return List.of(11);
        return release.version().isAtLeast(4, 0) ? List.of(8, 11) : List.of(8);
    }

    @BeforeParameterizedClassInvocation
    static void start(Cell cell) throws IOException {
        CassandraImages.missingJava().ifPresent(why -> Assumptions.assumeTrue(false, why));
        Path storage = Files.createTempDirectory(
                Files.createDirectories(Path.of("target", "nodes").toAbsolutePath()), "java-" + cell.java() + "-");
        security = EndpointCredentials.in(storage.resolve("endpoint"));
        node = ContainerNode.of(cell.release(), storage)
                .java(cell.java())
                // With read-ahead=auto, Foreread would leave scans of newer releases to the native read-ahead.
                .agent("read-ahead=on," + security.agentOptions(STORAGE.resolve("endpoint")))
                .heap("512m", "512m")
                .start();
    }

    @AfterParameterizedClassInvocation
    static void stop() {
        if (node != null) node.close();
        node = null;
    }

    @Test
    @Order(1)
    void theNodeRunsOnTheSelectedJava() throws IOException {
        String version = scrape().named("jvm_runtime_info", Map.of())
                .findFirst()
                .orElseThrow()
                .labels()
                .get("version");
        assertThat(version).startsWith(cell.java() == 8 ? "1.8." : cell.java() + ".");
    }

    @Test
    @Order(2)
    void aCompactionReadsInBlocksAndKeepsEveryRow() throws IOException {
        DeterministicRows.createKeyspace(node.session(), KEYSPACE, true);
        DeterministicRows rows = new DeterministicRows(node.session(), KEYSPACE + "." + TABLE, 1000);
        rows.createTable("");
        node.jmx().disableAutoCompaction(KEYSPACE, TABLE);
        for (int version = 0; version < SSTABLES; version++) {
            rows.write(version * 500L, version * 500L + ROWS_PER_SSTABLE, version, count -> {});
            node.jmx().flush(KEYSPACE, TABLE);
        }
        RowDigest before = RowDigest.of(node.session(), KEYSPACE + "." + TABLE);
        Scrape former = scrape();
        node.jmx().majorCompact(KEYSPACE, TABLE);
        Scrape latter = scrape();
        assertThat(RowDigest.of(node.session(), KEYSPACE + "." + TABLE)).isEqualTo(before);
        Tally.ROWS_COMPARED.add(before.rows());

        Map<String, String> data = Map.of("activity", "compaction", "component", "Data");
        double reads = latter.sum("cassandra_sstable_read_size_bytes_count", data)
                - former.sum("cassandra_sstable_read_size_bytes_count", data);
        double bytes = latter.sum("cassandra_sstable_read_size_bytes_sum", data)
                - former.sum("cassandra_sstable_read_size_bytes_sum", data);
        assertThat(bytes / reads).as("mean read size in bytes").isGreaterThan(150_000);
        Map<String, String> ours = Map.of("reader", "foreread", "pattern", "full");
        assertThat(latter.sum("foreread_scans_total", ours) - former.sum("foreread_scans_total", ours))
                .isGreaterThanOrEqualTo(SSTABLES);
    }

    @Test
    @Order(3)
    void theNodeHasEveryHookThatFitsTheRelease() throws IOException {
        Scrape scrape = scrape();
        assertThat(HookFits.states(scrape))
                .isEqualTo(HookFits.expectedStates(cell.release().version()));
        assertThat(scrape.sum("foreread_probe_failures_total")).isZero();
    }

    @Test
    @Order(4)
    void theEndpointUsesTlsAndRequiresThePassword() throws IOException {
        assertThat(connection(security.authorization()).getResponseCode()).isEqualTo(200);
        assertThat(connection(null).getResponseCode()).isEqualTo(401);
        assertThat(connection("Basic eDp5").getResponseCode()).isEqualTo(401);
    }

    @Test
    @Order(5)
    void theNodeHasLoggedNoError() {
        assertThat(node.errors()).isEmpty();
    }

    private static Scrape scrape() throws IOException {
        try (var body = connection(security.authorization()).getInputStream()) {
            return Scrape.parse(new String(body.readAllBytes(), StandardCharsets.UTF_8));
        }
    }

    private static HttpURLConnection connection(String authorization) throws IOException {
        HttpsURLConnection connection = (HttpsURLConnection) URI.create("https://" + node.address() + ":9507/metrics")
                .toURL()
                .openConnection();
        connection.setSSLSocketFactory(security.clientContext().getSocketFactory());
        // The host name is not checked, because the client trusts only this certificate. The certificate cannot contain
        // the address of the container, which is not known when the certificate is created.
        connection.setHostnameVerifier((host, session) -> true);
        if (authorization != null) connection.setRequestProperty("Authorization", authorization);
        return connection;
    }
}
