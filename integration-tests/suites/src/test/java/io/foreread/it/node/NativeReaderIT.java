package io.foreread.it.node;

import static org.assertj.core.api.Assertions.assertThat;

import io.foreread.it.fixture.CassandraRelease;
import io.foreread.it.fixture.ChildJvmNode;
import io.foreread.it.fixture.ChildJvmNodeBuilder;
import io.foreread.it.fixture.DeterministicRows;
import io.foreread.it.fixture.RowDigest;
import io.foreread.it.fixture.Scrape;
import java.time.Duration;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Checks a release with native read-ahead: Foreread leaves scans to the native read-ahead where the native read-ahead has
 * an effect, and reads ahead itself elsewhere.
 */
class NativeReaderIT {
    private static final String KEYSPACE = "foreread";
    /** A column for each type of index. */
    private static final Map<String, String> INDEXES =
            Map.of("sai", "StorageAttachedIndex", "sasi", "org.apache.cassandra.index.sasi.SASIIndex");

    @ParameterizedTest
    @ValueSource(strings = {"5.0", "6.0"})
    void standsDownWhereTheNativeReaderWorks(String line) {
        Outcome outcome = compactWith(line, "native", "", builder -> builder);
        assertThat(outcome.scans("foreread")).isZero();
        assertThat(outcome.scans("native")).isPositive();
        assertThat(outcome.end().sum("foreread_fallbacks_total", Map.of("reason", "native_effective")))
                .isPositive();
        assertThat(outcome.meanReadBytes()).as("the native reader's mean read").isGreaterThan(150_000);
    }

    @Test
    void takesOverUnderMmapWhereTheNativeReaderHasNoEffect() {
        Outcome outcome = compactWith("5.0", "mmap", "", builder -> builder.diskAccessMode("mmap"));
        assertThat(outcome.scans("foreread")).isPositive();
        assertThat(outcome.meanReadBytes()).isGreaterThan(150_000);
    }

    @ParameterizedTest
    @ValueSource(strings = {"5.0", "6.0"})
    void takesOverWithTheChunkCacheOnWhereTheNativeReaderHasNoEffect(String line) {
        Outcome outcome = compactWith(line, "cached", "", builder -> builder.fileCache(true));
        assertThat(outcome.scans("foreread")).isPositive();
        assertThat(outcome.meanReadBytes()).isGreaterThan(150_000);
    }

    @Test
    void takesOverEverywhereIfReadAheadIsOn() {
        Outcome outcome = compactWith("5.0", "on", "read-ahead=on", builder -> builder);
        assertThat(outcome.scans("foreread")).isPositive();
        assertThat(outcome.meanReadBytes()).isGreaterThan(150_000);
    }

    /** Cursor compaction has readers of its own. The hooks of scanners are off, so only these readers can read ahead. */
    @Test
    void takesOverInACursorCompactionUnderMmap() {
        Outcome outcome = compactWith(
                "6.0",
                "cursor",
                "hooks.native-scanner=false,hooks.native-simple-scanner=false",
                builder -> builder.diskAccessMode("mmap").yaml("storage_compatibility_mode", "NONE"));
        assertThat(outcome.scans("foreread")).isEqualTo(3);
        assertThat(outcome.meanReadBytes()).isGreaterThan(150_000);
    }

    /**
     * The native read-ahead does not cover these operations. Foreread reads ahead in them with the default settings.
     */
    @ParameterizedTest
    @ValueSource(strings = {"5.0", "6.0"})
    void readsAheadInScrubVerifyAndIndexBuilds(String line) {
        CassandraRelease release = selected(line);
        try (ChildJvmNode node = ChildJvmNode.of(release, NodeReleases.storage("uncovered", release))
                .agent("")
                .yaml("sasi_indexes_enabled", true)
                .start()) {
            DeterministicRows.createKeyspace(node.session(), KEYSPACE, true);
            DeterministicRows rows = new DeterministicRows(node.session(), KEYSPACE + ".uncovered", 1000);
            rows.createTable("");
            for (String index : INDEXES.keySet())
                node.session().execute("ALTER TABLE " + KEYSPACE + ".uncovered ADD " + index + " text");
            rows.write(0, 3000, 0, count -> {});
            node.jmx().flush(KEYSPACE, "uncovered");
            RowDigest before = RowDigest.of(node.session(), KEYSPACE + ".uncovered");

            assertReadAhead(node, "scrub", () -> node.jmx().scrub(KEYSPACE, "uncovered"));
            assertReadAhead(node, "verify", () -> node.jmx().verify(KEYSPACE, "uncovered"));
            INDEXES.forEach((index, type) -> assertReadAhead(node, "index_build", () -> build(node, index, type)));

            assertThat(RowDigest.of(node.session(), KEYSPACE + ".uncovered")).isEqualTo(before);
            assertThat(node.errors()).isEmpty();
        }
    }

    private static void build(ChildJvmNode node, String index, String type) {
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

    private static void assertReadAhead(ChildJvmNode node, String activity, Runnable operation) {
        Scrape start = node.metrics();
        operation.run();
        Outcome outcome = new Outcome(start, node.metrics());
        assertThat(outcome.scans("foreread")).as("scans during " + activity).isPositive();
        assertThat(outcome.meanReadBytes(activity))
                .as("mean read of " + activity)
                .isGreaterThan(150_000);
    }

    private static CassandraRelease selected(String line) {
        CassandraRelease release = CassandraRelease.newestOf(line);
        Assumptions.assumeTrue(CassandraRelease.all().contains(release), "not selected by -Dcassandra.lines");
        return release;
    }

    private static Outcome compactWith(
            String line, String suite, String agentOptions, UnaryOperator<ChildJvmNodeBuilder> configuration) {
        CassandraRelease release = selected(line);
        ChildJvmNodeBuilder builder = ChildJvmNode.of(release, NodeReleases.storage(suite, release));
        try (ChildJvmNode node =
                configuration.apply(builder.agent(agentOptions)).start()) {
            DeterministicRows.createKeyspace(node.session(), KEYSPACE, true);
            DeterministicRows rows = new DeterministicRows(node.session(), KEYSPACE + ".compacted", 1000);
            rows.createTable("");
            node.jmx().disableAutoCompaction(KEYSPACE, "compacted");
            for (int version = 0; version < 3; version++) {
                rows.write(version * 500L, version * 500L + 3000, version, count -> {});
                node.jmx().flush(KEYSPACE, "compacted");
            }
            RowDigest before = RowDigest.of(node.session(), KEYSPACE + ".compacted");
            Scrape start = node.metrics();
            node.jmx().majorCompact(KEYSPACE, "compacted");
            Scrape end = node.metrics();
            assertThat(RowDigest.of(node.session(), KEYSPACE + ".compacted")).isEqualTo(before);
            assertThat(node.errors()).isEmpty();
            return new Outcome(start, end);
        }
    }

    private record Outcome(Scrape start, Scrape end) {
        double scans(String reader) {
            return delta("foreread_scans_total", Map.of("reader", reader, "pattern", "full"));
        }

        double meanReadBytes() {
            return meanReadBytes("compaction");
        }

        double meanReadBytes(String activity) {
            String size = "cassandra_sstable_read_size_bytes";
            Map<String, String> data = Map.of("activity", activity, "component", "Data");
            return delta(size + "_sum", data) / delta(size + "_count", data);
        }

        private double delta(String name, Map<String, String> labels) {
            return end.sum(name, labels) - start.sum(name, labels);
        }
    }
}
