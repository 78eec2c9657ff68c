package io.foreread.it.node;

import static org.assertj.core.api.Assertions.assertThat;

import io.foreread.it.fixture.CassandraRelease;
import io.foreread.it.fixture.ChildJvmNode;
import io.foreread.it.fixture.DeterministicRows;
import io.foreread.it.fixture.RowDigest;
import io.foreread.it.fixture.Scrape;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Compares the reads of client queries with read-ahead on and off, in a disk access mode in which each read is counted.
 */
@ParameterizedClass(name = "{0}")
@MethodSource("releases")
class QueryReadsIT {
    private static final String KEYSPACE = "foreread";
    private static final String TABLE = KEYSPACE + ".queried";

    private static ChildJvmNode node;

    /**
     * JUnit passes the release, and shows it in the names of the tests. The tests use the static node of this release.
     */
    QueryReadsIT(CassandraRelease release) {
        assertThat(node.version()).isEqualTo(release.version());
    }

    static Stream<CassandraRelease> releases() {
        return NodeReleases.ends(
                CassandraRelease.newestOf("3.11"),
                CassandraRelease.newestOf("4.1"),
                CassandraRelease.LAST_WITHOUT_NATIVE);
    }

    @BeforeParameterizedClassInvocation
    static void start(CassandraRelease release) {
        node = ChildJvmNode.of(release, NodeReleases.storage("queries", release))
                .agent("")
                .diskAccessMode("mmap_index_only")
                .fileCache(false)
                .start();
        DeterministicRows.createKeyspace(node.session(), KEYSPACE, true);
        DeterministicRows rows = new DeterministicRows(node.session(), TABLE, 1000);
        rows.createTable("compression = {'class': 'LZ4Compressor', 'chunk_length_in_kb': 16}");
        node.jmx().disableAutoCompaction(KEYSPACE, "queried");
        rows.writeOverlapping(3, 500, 3000, () -> node.jmx().flush(KEYSPACE, "queried"));
    }

    @AfterParameterizedClassInvocation
    static void stop() {
        if (node != null) node.close();
    }

    @Test
    void pointReadsCauseTheSameReadsAsStock() {
        Cost stock = costOf(false, "point_read", this::pointReads);
        Cost ours = costOf(true, "point_read", this::pointReads);
        assertThat(stock.reads()).as("stock made reads").isGreaterThan(200);
        assertThat(ours).isEqualTo(stock);
    }

    @Test
    void aLimitedRangeReadReadsNoMoreThanStock() {
        Cost stock = costOf(false, "range_read", this::limitedRangeRead);
        Cost ours = costOf(true, "range_read", this::limitedRangeRead);
        assertThat(stock.reads()).as("stock made reads").isPositive();
        assertThat(ours.bytes()).isLessThanOrEqualTo(stock.bytes() * 1.1);
    }

    @Test
    void aFullRangeReadReturnsTheSameRowsInFewerReads() {
        RowDigest[] digests = new RowDigest[2];
        Cost stock = costOf(false, "range_read", () -> digests[0] = RowDigest.of(node.session(), TABLE));
        Cost ours = costOf(true, "range_read", () -> digests[1] = RowDigest.of(node.session(), TABLE));
        assertThat(digests[1]).isEqualTo(digests[0]);
        assertThat(digests[1].rows()).isEqualTo(4000);
        assertThat(ours.reads()).isLessThan(stock.reads() / 3);
        assertThat(ours.bytes()).isLessThan(stock.bytes() * 2);
    }

    private void pointReads() {
        var select = node.session().prepare("SELECT payload FROM " + TABLE + " WHERE id = ?");
        for (long id = 0; id < 4000; id += 17)
            assertThat(node.session().execute(select.bind(id)).one()).isNotNull();
    }

    private void limitedRangeRead() {
        for (int i = 0; i < 5; i++)
            assertThat(node.session()
                            .execute("SELECT id FROM " + TABLE + " WHERE token(id) > " + i * 1_000_000_000_000_000_000L
                                    + " LIMIT 10")
                            .all())
                    .hasSize(10);
    }

    private static Cost costOf(boolean readAhead, String activity, Runnable queries) {
        node.jmx().setReadAheadEnabled(readAhead);
        Map<String, String> labels = Map.of("activity", activity, "component", "Data");
        Scrape start = node.metrics();
        queries.run();
        Scrape end = node.metrics();
        String family = "cassandra_sstable_read_size_bytes";
        return new Cost(
                end.sum(family + "_count", labels) - start.sum(family + "_count", labels),
                end.sum(family + "_sum", labels) - start.sum(family + "_sum", labels));
    }

    /** Physical reads of Data.db and their bytes. */
    private record Cost(double reads, double bytes) {}
}
