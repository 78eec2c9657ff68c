package io.foreread.it.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.foreread.it.fixture.CassandraRelease;
import io.foreread.it.fixture.ChildJvmNode;
import io.foreread.it.fixture.DeterministicRows;
import io.foreread.it.fixture.FileBits;
import io.foreread.it.fixture.Full;
import io.foreread.it.fixture.RowDigest;
import io.foreread.it.fixture.Scrape;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
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

/**
 * Compacts, queries and verifies uncompressed sstables. The default run uses the newest releases of the lines with a native
 * read-ahead, which does not cover them.
 */
@ParameterizedClass(name = "{0}")
@MethodSource("releases")
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class UncompressedIT {
    private static final String KEYSPACE = "plain";
    private static final String TWIN = "plain_twin";
    private static final String TABLE = "uncompressed";
    private static final int SSTABLES = 3;
    private static final int ROWS_PER_SSTABLE = 3000;
    private static final double MIN_MEAN_READ_BYTES = 200_000;

    private static ChildJvmNode node;
    private static RowDigest rows;

    /** JUnit passes the release, and shows it in the names of the tests. The tests use the static node of this release. */
    UncompressedIT(CassandraRelease release) {
        assertThat(node.version()).isEqualTo(release.version());
    }

    static List<CassandraRelease> releases() {
        CassandraRelease newest = CassandraRelease.newestOf("5.0");
        if (Full.isAskedFor()) return Full.lines(newest);
        return NodeReleases.of(newest, CassandraRelease.newestOf("6.0")).toList();
    }

    @BeforeParameterizedClassInvocation
    static void start(CassandraRelease release) {
        node = ChildJvmNode.of(release, NodeReleases.storage("uncompressed", release))
                .agent("")
                // With mmap, the reads of Cassandra's reader would not be counted.
                .diskAccessMode("mmap_index_only")
                .fileCache(false)
                .yaml("disk_failure_policy", "ignore")
                .start();
        node.jmx().setCompactionThroughput(0);
        DeterministicRows written = table(KEYSPACE);
        table(TWIN);
        written.writeOverlapping(
                SSTABLES, 500, ROWS_PER_SSTABLE, () -> node.jmx().flush(KEYSPACE, TABLE));
        node.jmx().setReadAheadEnabled(false);
        rows = RowDigest.of(node.session(), KEYSPACE + "." + TABLE);
        node.jmx().setReadAheadEnabled(true);
        assertThat(rows.rows()).isEqualTo(ROWS_PER_SSTABLE + (SSTABLES - 1) * 500L);
    }

    private static DeterministicRows table(String keyspace) {
        DeterministicRows.createKeyspace(node.session(), keyspace, true);
        DeterministicRows rows = new DeterministicRows(node.session(), keyspace + "." + TABLE, 700);
        rows.createTable("compression = {'enabled': false}");
        node.jmx().disableAutoCompaction(keyspace, TABLE);
        return rows;
    }

    @AfterParameterizedClassInvocation
    static void stop() {
        if (node != null) node.close();
        node = null;
    }

    @Test
    @Order(1)
    void aRangeReadReturnsTheSameRowsInFewerReads() {
        Reads stock = readsOf(false, "range_read", UncompressedIT::assertRows);
        Reads ours = readsOf(true, "range_read", UncompressedIT::assertRows);
        assertThat(ours.scans("ramp")).isPositive();
        assertThat(ours.count()).isLessThan(stock.count() / 3);
        assertThat(ours.bytes()).isLessThan(stock.bytes() * 2);
    }

    @Test
    @Order(2)
    void aLimitedRangeReadReadsNoMoreThanStock() {
        Reads stock = readsOf(false, "range_read", UncompressedIT::limitedRangeReads);
        Reads ours = readsOf(true, "range_read", UncompressedIT::limitedRangeReads);
        assertThat(stock.count()).isPositive();
        assertThat(ours.bytes()).isLessThanOrEqualTo(stock.bytes() * 1.1);
    }

    @Test
    @Order(3)
    void verifyReadsInBlocksForTheDigestAndForTheRows() {
        long bytes = dataBytes(KEYSPACE);
        Reads digest = readsOf(true, "verify", () -> node.jmx().verifyDigests(KEYSPACE, TABLE));
        assertThat(digest.bytes()).isGreaterThanOrEqualTo(bytes);
        assertThat(digest.meanBytes()).isGreaterThan(MIN_MEAN_READ_BYTES);
        assertThat(digest.scans("full")).isGreaterThanOrEqualTo(SSTABLES);
        Reads extended = readsOf(true, "verify", () -> node.jmx().verify(KEYSPACE, TABLE));
        // 4.1 does not read the ends of some rows.
        assertThat(extended.bytes()).isGreaterThanOrEqualTo(1.99 * bytes);
        assertThat(extended.meanBytes()).isGreaterThan(MIN_MEAN_READ_BYTES);
        assertThat(extended.scans("full")).isGreaterThanOrEqualTo(2 * SSTABLES);
    }

    /** Cassandra checks CRC.db only when it streams an sstable, so the compactions do not notice that it is wrong. */
    @Test
    @Order(4)
    void aCompactionReadsInBlocksAndWritesTheSameBytesAsStock() throws IOException {
        Path twin = node.dataDirectories(TWIN, TABLE).get(0);
        for (Path file : components(KEYSPACE, "")) Files.copy(file, twin.resolve(file.getFileName()));
        node.jmx().loadNewSSTables(TWIN, TABLE);
        for (String keyspace : List.of(KEYSPACE, TWIN))
            for (Path checksums : components(keyspace, "-CRC.db")) Files.write(checksums, new byte[] {1, 2, 3});
        long bytes = dataBytes(KEYSPACE);
        Reads stock = readsOf(false, "compaction", () -> node.jmx().majorCompact(TWIN, TABLE));
        assertThat(stock.scans("full")).isZero();
        assertThat(stock.meanBytes()).as("mean read of Cassandra's reader").isLessThan(70_000);
        Reads ours = readsOf(true, "compaction", () -> node.jmx().majorCompact(KEYSPACE, TABLE));
        assertThat(ours.scans("full")).isGreaterThanOrEqualTo(SSTABLES);
        assertThat(ours.bytes()).isGreaterThanOrEqualTo(bytes);
        assertThat(ours.meanBytes()).isGreaterThan(MIN_MEAN_READ_BYTES);
        assertThat(Arrays.equals(compacted(KEYSPACE), compacted(TWIN))).isTrue();
        assertRows();
    }

    @Test
    @Order(5)
    void noBufferIsHeldAndNoErrorIsLogged() {
        Scrape scrape = node.metrics();
        assertThat(scrape.sum("foreread_buffer_used_bytes")).isZero();
        assertThat(scrape.sum("foreread_fallbacks_total", Map.of("reason", "unexpected_error")))
                .isZero();
        assertThat(scrape.sum("foreread_fallbacks_total", Map.of("reason", "truncated")))
                .isZero();
        assertThat(node.errors()).isEmpty();
    }

    @Test
    @Order(6)
    void verifyReportsAWrongDigestLikeStock() throws IOException {
        assumeNodeToolRuns();
        assertThat(failure(verify())).isEmpty();
        Path digest = components(KEYSPACE, "-Digest.crc32").get(0);
        byte[] right = Files.readAllBytes(digest);
        Files.writeString(digest, "1");
        verifyFailsLikeStock();
        Files.write(digest, right);
        assertThat(failure(verify())).isEmpty();
    }

    /** The last test, because the damaged sstable stays. */
    @Test
    @Order(7)
    void verifyReportsADamagedSstableLikeStock() throws IOException {
        assumeNodeToolRuns();
        for (Path data : components(KEYSPACE, "-Data.db")) FileBits.flip(data, Files.size(data) / 2);
        verifyFailsLikeStock();
    }

    private static void assumeNodeToolRuns() {
        assumeTrue(node.version().isAtLeast(4, 0), "nodetool of 3.11 does not run on the Java of the tests");
    }

    /** Verifies with read-ahead before and after it verifies without, because a failure can change the sstable. */
    private static void verifyFailsLikeStock() {
        Scrape start = node.metrics();
        String first = failure(verify());
        assertThat(new Reads(start, node.metrics(), "verify").scans("full")).isPositive();
        node.jmx().setReadAheadEnabled(false);
        String stock = failure(verify());
        node.jmx().setReadAheadEnabled(true);
        assertThat(stock).contains("Exception", "-Data.db");
        assertThat(first).isEqualTo(stock);
        assertThat(failure(verify())).isEqualTo(stock);
    }

    /** The lines that name the exception and the file. */
    private static String failure(String output) {
        return String.join(
                "\n", output.lines().filter(line -> line.contains("Exception")).toList());
    }

    private static String verify() {
        return node.version().isAtLeast(4, 1)
                ? NodeTool.run(node, "verify", "--force", KEYSPACE, TABLE)
                : NodeTool.run(node, "verify", KEYSPACE, TABLE);
    }

    private static void assertRows() {
        assertThat(RowDigest.of(node.session(), KEYSPACE + "." + TABLE)).isEqualTo(rows);
    }

    private static void limitedRangeReads() {
        for (int i = 0; i < 5; i++)
            assertThat(node.session()
                            .execute("SELECT id FROM " + KEYSPACE + "." + TABLE + " WHERE token(id) > "
                                    + i * 1_000_000_000_000_000_000L + " LIMIT 10")
                            .all())
                    .hasSize(10);
    }

    /** Waits until the compacted sstables are deleted, and returns the Data.db of the new one. */
    private static byte[] compacted(String keyspace) throws IOException {
        Awaitility.await("one sstable of " + keyspace)
                .atMost(Duration.ofSeconds(30))
                .until(() -> components(keyspace, "-Data.db").size() == 1);
        return Files.readAllBytes(components(keyspace, "-Data.db").get(0));
    }

    private static long dataBytes(String keyspace) {
        return components(keyspace, "-Data.db").stream()
                .mapToLong(file -> file.toFile().length())
                .sum();
    }

    /** @param suffix the end of the file names */
    private static List<Path> components(String keyspace, String suffix) {
        try (Stream<Path> files =
                Files.list(node.dataDirectories(keyspace, TABLE).get(0))) {
            return files.filter(Files::isRegularFile)
                    .filter(file -> file.toString().endsWith(suffix))
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Reads readsOf(boolean readAhead, String activity, Runnable work) {
        node.jmx().setReadAheadEnabled(readAhead);
        Scrape start = node.metrics();
        work.run();
        return new Reads(start, node.metrics(), activity);
    }

    /** The physical reads of Data.db by one activity. */
    private record Reads(Scrape start, Scrape end, String activity) {
        double count() {
            return data("_count");
        }

        double bytes() {
            return data("_sum");
        }

        double meanBytes() {
            return bytes() / count();
        }

        /** The scans by Foreread's reader, of any activity. */
        double scans(String pattern) {
            return delta("foreread_scans_total", Map.of("reader", "foreread", "pattern", pattern));
        }

        private double data(String suffix) {
            return delta(
                    "cassandra_sstable_read_size_bytes" + suffix, Map.of("activity", activity, "component", "Data"));
        }

        private double delta(String name, Map<String, String> labels) {
            return end.sum(name, labels) - start.sum(name, labels);
        }
    }
}
