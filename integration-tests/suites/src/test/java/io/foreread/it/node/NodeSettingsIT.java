package io.foreread.it.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.foreread.agent.control.ReadAheadMXBean;
import io.foreread.it.contract.DirectReads;
import io.foreread.it.fixture.CassandraRelease;
import io.foreread.it.fixture.ChildJvmNode;
import io.foreread.it.fixture.ChildJvmNodeBuilder;
import io.foreread.it.fixture.DeterministicRows;
import io.foreread.it.fixture.Full;
import io.foreread.it.fixture.NodeJmx;
import io.foreread.it.fixture.RowDigest;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import javax.management.JMX;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/** Runs nodes with settings of the agent, of Cassandra and of the JVM that the other suites leave at their defaults. */
@ParameterizedClass(name = "{0}")
@MethodSource("cells")
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class NodeSettingsIT {
    private static final String KEYSPACE = "foreread";
    private static final int SSTABLES = 3;
    private static final int ROWS_PER_SSTABLE = 3000;

    /** The settings of a node. */
    private enum Settings {
        DIRECT_IO("direct-io=true,skip-index=false", 200_000, node -> node),
        NO_OVERLAP("overlap=false,listen=off", 200_000, node -> node.diskAccessMode("standard")),
        SMALL_BLOCKS(
                "block-size=64KiB,decompress-ahead=on",
                50_000,
                // 3.11 does not have this setting.
                node -> node.version().isAtLeast(4, 0) ? node.yaml("flush_compression", "fast") : node),
        LARGE_BLOCKS("block-size=4MiB,decompress-ahead=off", 1_000_000, node -> node.yaml("disk_failure_policy", "die")
                .yaml("commit_failure_policy", "die")),
        /** The C2 compiler, virtual nodes, the chunk cache, functions and a throttle, as on nodes in production. */
        PRODUCTION("", 200_000, node -> node.yaml("num_tokens", 256)
                .yaml("disk_failure_policy", "stop_paranoid")
                .yaml("enable_user_defined_functions", true)
                .fileCache(true)
                .jvmOptions("-XX:TieredStopAtLevel=4"));

        final String agent;
        final long minMeanReadBytes;
        final UnaryOperator<ChildJvmNodeBuilder> node;

        Settings(String agent, long minMeanReadBytes, UnaryOperator<ChildJvmNodeBuilder> node) {
            this.agent = agent;
            this.minMeanReadBytes = minMeanReadBytes;
            this.node = node;
        }
    }

    private record Cell(CassandraRelease release, Settings settings) {
        @Override
        public String toString() {
            return release + " " + settings;
        }
    }

    private final Cell cell;

    private static ChildJvmNode node;
    /** With TLS and a password; null except for the settings PRODUCTION. */
    private static SecuredEndpoint endpoint;

    NodeSettingsIT(Cell cell) {
        this.cell = cell;
    }

    static Stream<Cell> cells() {
        Stream<CassandraRelease> releases = Full.isAskedFor()
                ? Full.applied().stream().filter(release -> !release.hasNativeReadAhead())
                : NodeReleases.of(CassandraRelease.newestOf("4.1"));
        List<Settings> settings =
                Full.isAskedFor() ? List.of(Settings.values()) : List.of(Settings.NO_OVERLAP, Settings.PRODUCTION);
        return releases.flatMap(release -> settings.stream().map(each -> new Cell(release, each)));
    }

    @BeforeParameterizedClassInvocation
    static void start(Cell cell) throws IOException {
        Path storage = NodeReleases.storage("settings", cell.release());
        if (cell.settings() == Settings.PRODUCTION) endpoint = new SecuredEndpoint(storage.resolve("endpoint"));
        String agent = endpoint == null ? cell.settings().agent : endpoint.agentOptions();
        ChildJvmNodeBuilder builder = ChildJvmNode.of(cell.release(), storage);
        node = cell.settings().node.apply(builder.agent(agent)).start();
        if (endpoint != null) endpoint.reachedAt(node.metricsAddress());
        node.jmx().setCompactionThroughput(cell.settings() == Settings.PRODUCTION ? 16 : 0);
        DeterministicRows.createKeyspace(node.session(), KEYSPACE, true);
    }

    @AfterParameterizedClassInvocation
    static void stop() {
        if (node != null) node.close();
        node = null;
        endpoint = null;
    }

    @Test
    @Order(1)
    void aCompactionReadsInBlocksAndKeepsEveryRow() {
        RowDigest before = fill("compressed", "");
        long fills = readAhead().getFills();
        long fillBytes = readAhead().getFillBytes();
        node.jmx().majorCompact(KEYSPACE, "compressed");
        assertThat((readAhead().getFillBytes() - fillBytes) / (readAhead().getFills() - fills))
                .as("mean read size in bytes")
                .isGreaterThan(cell.settings().minMeanReadBytes);
        assertThat(RowDigest.of(node.session(), KEYSPACE + ".compressed")).isEqualTo(before);
        if (cell.settings() == Settings.DIRECT_IO)
            assertThat(node.metrics().sum("foreread_fill_direct_bytes_total") > 0)
                    .as("reads that bypass the page cache")
                    .isEqualTo(
                            DirectReads.possible(files("compressed", "-Data.db").get(0)));
    }

    @Test
    @Order(2)
    void zstdOrDeflateSstablesKeepEveryRow() throws IOException {
        String compressor = cell.release().version().isAtLeast(4, 0) ? "ZstdCompressor" : "DeflateCompressor";
        RowDigest before = fill("slow", "compression = {'class': '" + compressor + "'}");
        boolean flushedFast = cell.release().version().isAtLeast(4, 0) && cell.settings() == Settings.SMALL_BLOCKS;
        assertThat(compressors("slow"))
                .as("compressors of flushed sstables")
                .containsOnly(flushedFast ? "LZ4Compressor" : compressor);
        long fills = readAhead().getFills();
        boolean on = cell.settings().agent.contains("decompress-ahead=on");
        boolean off = cell.settings().agent.contains("decompress-ahead=off");
        double ahead = on || off ? chunksAhead() : 0;
        node.jmx().majorCompact(KEYSPACE, "slow");
        // The second compaction reads what the first one has written with this compressor.
        node.jmx().majorCompact(KEYSPACE, "slow");
        assertThat(RowDigest.of(node.session(), KEYSPACE + ".slow")).isEqualTo(before);
        assertThat(readAhead().getFills()).isGreaterThan(fills);
        if (on) assertThat(chunksAhead()).as("chunks decompressed ahead").isGreaterThan(ahead);
        if (off) assertThat(chunksAhead()).as("chunks decompressed ahead").isZero();
    }

    /** Returns the names of the compressors in the files CompressionInfo.db of a table. */
    private static Set<String> compressors(String table) throws IOException {
        Set<String> compressors = new TreeSet<>();
        for (Path file : files(table, "-CompressionInfo.db"))
            try (DataInputStream in = new DataInputStream(Files.newInputStream(file))) {
                compressors.add(in.readUTF());
            }
        return compressors;
    }

    private static double chunksAhead() {
        return node.metrics().sum("foreread_chunks_ahead_total");
    }

    @Test
    @Order(3)
    void uncompressedSstablesAreReadInBlocksAndKeepEveryRow() {
        RowDigest before = fill("uncompressed", "compression = {'enabled': false}");
        long fills = readAhead().getFills();
        long fillBytes = readAhead().getFillBytes();
        long chunksServed = readAhead().getChunksServed();
        node.jmx().majorCompact(KEYSPACE, "uncompressed");
        assertThat((readAhead().getFillBytes() - fillBytes) / (readAhead().getFills() - fills))
                .as("mean read size in bytes")
                .isGreaterThan(cell.settings().minMeanReadBytes);
        assertThat(readAhead().getChunksServed() - chunksServed)
                .as("reads of Cassandra's reader that the fills replaced")
                .isGreaterThan(2 * (readAhead().getFills() - fills));
        long fillsBeforeRangeReads = readAhead().getFills();
        assertThat(RowDigest.of(node.session(), KEYSPACE + ".uncompressed")).isEqualTo(before);
        if (cell.settings() != Settings.PRODUCTION)
            assertThat(readAhead().getFills()).as("range reads").isGreaterThan(fillsBeforeRangeReads);
    }

    @Test
    @Order(4)
    void verifyReadsInBlocksForTheDigestAndForTheRows() {
        fill("verified", "");
        long digestBytes = bytesReadAhead(() -> node.jmx().verifyDigests(KEYSPACE, "verified"));
        assertThat(digestBytes)
                .isGreaterThanOrEqualTo(files("verified", "-Data.db").stream()
                        .mapToLong(file -> file.toFile().length())
                        .sum());
        assertThat(bytesReadAhead(() -> node.jmx().verify(KEYSPACE, "verified")))
                .isGreaterThan(digestBytes);
    }

    /** Returns the bytes that an operation has read ahead, after a check of the mean size of these reads. */
    private long bytesReadAhead(Runnable operation) {
        long fills = readAhead().getFills();
        long fillBytes = readAhead().getFillBytes();
        operation.run();
        long bytes = readAhead().getFillBytes() - fillBytes;
        assertThat(bytes / (readAhead().getFills() - fills))
                .as("mean read size in bytes")
                .isGreaterThan(cell.settings().minMeanReadBytes);
        return bytes;
    }

    @Test
    @Order(5)
    void rangeReadsUseTheChunkCacheWhereItIsOn() {
        boolean cached = cell.settings() == Settings.PRODUCTION;
        long fills = readAhead().getFills();
        long leftToCache = fallbacks("chunk_cache");
        assertThat(RowDigest.of(node.session(), KEYSPACE + ".compressed").rows())
                .isPositive();
        assertThat(fallbacks("chunk_cache") > leftToCache).isEqualTo(cached);
        assertThat(readAhead().getFills() > fills).isEqualTo(!cached);
    }

    @Test
    @Order(6)
    void theEndpointIsOpenUnlessListenIsOff() {
        boolean open = !cell.settings().agent.contains("listen=off");
        assertThat(node.jmx().diagnose("threadPrint").contains("\"foreread-http"))
                .as("a thread of the endpoint")
                .isEqualTo(open);
        if (!open) assertThat(node.log()).anyMatch(line -> line.contains("Foreread serves no metrics"));
        else if (endpoint == null)
            assertThat(node.metrics().sum("foreread_read_ahead_enabled")).isEqualTo(1);
    }

    @Test
    @Order(7)
    void anEndpointWithTlsServesAndReloadsItsFilesWithASecurityManager() throws IOException {
        assumeTrue(endpoint != null, "only the settings PRODUCTION include TLS");
        endpoint.assertServesAndReloads(node, KEYSPACE, "compressed");
    }

    @Test
    @Order(8)
    void noBufferIsHeldAndNoErrorIsLoggedAfterAllTests() {
        Awaitility.await().atMost(Duration.ofSeconds(10)).untilAsserted(() -> assertThat(
                        readAhead().getBufferBytesUsed())
                .isZero());
        assertThat(fallbacks("unexpected_error")).isZero();
        assertThat(node.errors()).isEmpty();
        if (cell.settings() == Settings.PRODUCTION) assertRunsAsInProduction();
    }

    /** The node has 256 virtual nodes, and C2 has compiled code of Cassandra. */
    private static void assertRunsAsInProduction() {
        assertThat(node.jmx().<List<String>>getAttribute(NodeJmx.STORAGE_SERVICE, "Tokens"))
                .hasSize(256);
        // Each line begins with the id of the compilation and the tier. C2 is tier 4.
        assertThat(node.jmx().diagnose("compilerCodelist").lines())
                .anyMatch(line -> line.matches(" *\\d+ +4 .*org\\.apache\\.cassandra.*"));
    }

    private static List<Path> files(String table, String suffix) {
        try (Stream<Path> files =
                Files.list(node.dataDirectories(KEYSPACE, table).get(0))) {
            return files.filter(file -> file.toString().endsWith(suffix)).toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static RowDigest fill(String table, String options) {
        DeterministicRows rows = new DeterministicRows(node.session(), KEYSPACE + "." + table, 1000);
        rows.createTable(options);
        node.jmx().disableAutoCompaction(KEYSPACE, table);
        rows.writeOverlapping(SSTABLES, 500, ROWS_PER_SSTABLE, () -> node.jmx().flush(KEYSPACE, table));
        RowDigest digest = RowDigest.of(node.session(), KEYSPACE + "." + table);
        assertThat(digest.rows()).isEqualTo(ROWS_PER_SSTABLE + (SSTABLES - 1) * 500L);
        return digest;
    }

    private static ReadAheadMXBean readAhead() {
        return JMX.newMXBeanProxy(node.jmx().server(), NodeJmx.READ_AHEAD, ReadAheadMXBean.class);
    }

    private static long fallbacks(String reason) {
        return readAhead().getFallbacks().getOrDefault(reason, 0L);
    }
}
