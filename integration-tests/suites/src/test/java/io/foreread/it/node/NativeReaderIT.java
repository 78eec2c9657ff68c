package io.foreread.it.node;

import static org.assertj.core.api.Assertions.assertThat;

import io.foreread.it.fixture.CassandraRelease;
import io.foreread.it.fixture.ChildJvmNode;
import io.foreread.it.fixture.DeterministicRows;
import io.foreread.it.fixture.RowDigest;
import io.foreread.it.fixture.Scrape;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/** Checks the default settings on releases with native read-ahead: Foreread reads ahead only where Cassandra does not. */
@ParameterizedClass(name = "{0}")
@MethodSource("releases")
class NativeReaderIT {
    private static final String KEYSPACE = "foreread";
    /** A column for each type of index. */
    private static final Map<String, String> INDEXES =
            Map.of("sai", "StorageAttachedIndex", "sasi", "org.apache.cassandra.index.sasi.SASIIndex");

    private static ChildJvmNode node;

    /** JUnit passes the release, and shows it in the names of the tests. The tests use the static node of this release. */
    NativeReaderIT(CassandraRelease release) {
        assertThat(node.version()).isEqualTo(release.version());
    }

    static List<CassandraRelease> releases() {
        return NodeReleases.of(CassandraRelease.newestOf("5.0"), CassandraRelease.newestOf("6.0"))
                .toList();
    }

    @BeforeParameterizedClassInvocation
    static void start(CassandraRelease release) {
        node = ChildJvmNode.of(release, NodeReleases.storage("native", release))
                .agent("")
                .yaml("sasi_indexes_enabled", true)
                .start();
        DeterministicRows.createKeyspace(node.session(), KEYSPACE, true);
    }

    @AfterParameterizedClassInvocation
    static void stop() {
        if (node != null) node.close();
        node = null;
    }

    @AfterEach
    void noErrorIsLogged() {
        assertThat(node.errors()).isEmpty();
    }

    @Test
    void standsDownWhereTheNativeReaderWorks() {
        ScansOfReaders scans = ScansOfReaders.ofAMajorCompaction(node, KEYSPACE + ".compacted");
        assertThat(scans.by("foreread")).isZero();
        assertThat(scans.by("native")).isPositive();
        assertThat(scans.end().sum("foreread_fallbacks_total", Map.of("reason", "native_effective")))
                .isPositive();
        assertThat(scans.meanReadBytes("compaction"))
                .as("the native reader's mean read")
                .isGreaterThan(150_000);
    }

    /** The native read-ahead does not cover these operations. */
    @Test
    void readsAheadInScrubVerifyAndIndexBuilds() {
        DeterministicRows rows = new DeterministicRows(node.session(), KEYSPACE + ".uncovered", 1000);
        rows.createTable("");
        for (String index : INDEXES.keySet())
            node.session().execute("ALTER TABLE " + KEYSPACE + ".uncovered ADD " + index + " text");
        rows.write(0, 3000, 0);
        node.jmx().flush(KEYSPACE, "uncovered");
        RowDigest before = RowDigest.of(node.session(), KEYSPACE + ".uncovered");

        assertReadAhead("scrub", () -> node.jmx().scrub(KEYSPACE, "uncovered"));
        assertReadAhead("verify", () -> node.jmx().verify(KEYSPACE, "uncovered"));
        INDEXES.forEach((index, type) -> assertReadAhead("index_build", () -> build(index, type)));

        assertThat(RowDigest.of(node.session(), KEYSPACE + ".uncovered")).isEqualTo(before);
    }

    private static void build(String index, String type) {
        node.session()
                .execute("CREATE CUSTOM INDEX of_" + index + " ON " + KEYSPACE + ".uncovered (" + index + ") USING '"
                        + type + "'");
        Awaitility.await("index of type " + type).atMost(Duration.ofSeconds(60)).until(() -> node
                .session()
                .execute("SELECT index_name FROM system.\"IndexInfo\" WHERE table_name = '" + KEYSPACE + "'")
                .all()
                .stream()
                .anyMatch(row -> ("of_" + index).equals(row.getString(0))));
    }

    private static void assertReadAhead(String activity, Runnable operation) {
        Scrape start = node.metrics();
        operation.run();
        // A SASI index is built after the statement that creates it.
        ScansOfReaders scans = Awaitility.await("scans during " + activity)
                .atMost(Duration.ofSeconds(60))
                .until(() -> new ScansOfReaders(start, node.metrics()), ended -> ended.by("foreread") > 0);
        assertThat(scans.meanReadBytes(activity)).as("mean read of " + activity).isGreaterThan(150_000);
    }
}
