package io.foreread.it.node;

import static org.assertj.core.api.Assertions.assertThat;

import io.foreread.it.fixture.CassandraRelease;
import io.foreread.it.fixture.ChildJvmNode;
import io.foreread.it.fixture.ChildJvmNodeBuilder;
import io.foreread.it.fixture.DeterministicRows;
import io.foreread.it.fixture.RowDigest;
import io.foreread.it.fixture.Scrape;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/**
 * Checks a release with native read-ahead: Foreread leaves scans to the native read-ahead where the native read-ahead has
 * an effect, and reads ahead itself elsewhere.
 */
class NativeReaderIT {
    private static final String KEYSPACE = "foreread";
    private static final Map<String, String> COMPACTION_DATA = Map.of("activity", "compaction", "component", "Data");

    @Test
    void standsDownWhereTheNativeReaderWorks() {
        Outcome outcome = compactWith("native", "", builder -> builder);
        assertThat(outcome.scans("foreread")).isZero();
        assertThat(outcome.scans("native")).isPositive();
        assertThat(outcome.end().sum("foreread_fallbacks_total", Map.of("reason", "native_effective")))
                .isPositive();
        assertThat(outcome.meanReadBytes()).as("the native reader's mean read").isGreaterThan(150_000);
    }

    @Test
    void takesOverUnderMmapWhereTheNativeReaderHasNoEffect() {
        Outcome outcome = compactWith("mmap", "", builder -> builder.diskAccessMode("mmap"));
        assertThat(outcome.scans("foreread")).isPositive();
        assertThat(outcome.meanReadBytes()).isGreaterThan(150_000);
    }

    @Test
    void takesOverWithTheChunkCacheOnWhereTheNativeReaderHasNoEffect() {
        Outcome outcome = compactWith("cached", "", builder -> builder.fileCache(true));
        assertThat(outcome.scans("foreread")).isPositive();
        assertThat(outcome.meanReadBytes()).isGreaterThan(150_000);
    }

    @Test
    void takesOverEverywhereIfReadAheadIsOn() {
        Outcome outcome = compactWith("on", "read-ahead=on", builder -> builder);
        assertThat(outcome.scans("foreread")).isPositive();
        assertThat(outcome.meanReadBytes()).isGreaterThan(150_000);
    }

    private static Outcome compactWith(
            String suite, String agentOptions, UnaryOperator<ChildJvmNodeBuilder> configuration) {
        CassandraRelease release = CassandraRelease.newestOf("5.0");
        org.junit.jupiter.api.Assumptions.assumeTrue(
                CassandraRelease.all().contains(release), "not selected by -Dcassandra.lines");
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
            Map<String, String> labels = Map.of("reader", reader, "pattern", "full");
            return end.sum("foreread_scans_total", labels) - start.sum("foreread_scans_total", labels);
        }

        double meanReadBytes() {
            return delta("_sum") / delta("_count");
        }

        private double delta(String suffix) {
            String name = "cassandra_sstable_read_size_bytes" + suffix;
            return end.sum(name, COMPACTION_DATA) - start.sum(name, COMPACTION_DATA);
        }
    }
}
