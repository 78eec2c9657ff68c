package io.foreread.it.node;

import static org.assertj.core.api.Assertions.assertThat;

import io.foreread.it.fixture.CassandraRelease;
import io.foreread.it.fixture.ChildJvmNode;
import io.foreread.it.fixture.DeterministicRows;
import io.foreread.it.fixture.RowDigest;
import io.foreread.it.fixture.Scrape;
import java.util.Map;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;

/** Compacts sstables of the BTI format of 5.0, whose key cursor reads the key of each partition from Data.db. */
class BtiFormatIT {
    private static final CassandraRelease RELEASE = CassandraRelease.LAST_WITHOUT_NATIVE;
    private static final Map<String, String> COMPACTION_DATA = Map.of("activity", "compaction", "component", "Data");

    @Test
    void readsDataInBlocks_onceWithoutAndTwiceWithTheKeyCursor() {
        Assumptions.assumeTrue(CassandraRelease.all().contains(RELEASE), "not selected by -Dcassandra.lines");
        try (ChildJvmNode node = ChildJvmNode.of(RELEASE, NodeReleases.storage("bti", RELEASE))
                .agent("")
                .yaml("storage_compatibility_mode", "NONE")
                .yaml("sstable", Map.of("selected_format", "bti"))
                .start()) {
            DeterministicRows.createKeyspace(node.session(), "foreread", true);
            DeterministicRows rows = new DeterministicRows(node.session(), "foreread.tries", 1000);
            rows.createTable("");
            node.jmx().disableAutoCompaction("foreread", "tries");
            rows.writeOverlapping(3, 500, 3000, () -> node.jmx().flush("foreread", "tries"));
            RowDigest before = RowDigest.of(node.session(), "foreread.tries");

            // Three sstables of 2.7 MB have 11 blocks each. Cassandra's reader would make a thousand reads.
            assertReads(node, 3 * 2_500_000.0, 3 * 3_000_000.0, 40);
            assertThat(RowDigest.of(node.session(), "foreread.tries")).isEqualTo(before);

            // With the index, the key cursor also reads Data.db, so the 3.6 MB of the compacted sstable are read twice.
            node.jmx().setSkipIndex(false);
            assertReads(node, 2 * 3_300_000.0, 2 * 4_000_000.0, 40);
            assertThat(RowDigest.of(node.session(), "foreread.tries")).isEqualTo(before);
            assertThat(node.metrics()
                            .named("foreread_hook_status", Map.of("hook", "bti-key-cursor", "state", "applied")))
                    .hasSize(1);
            assertThat(node.errors()).isEmpty();
        }
    }

    private static void assertReads(ChildJvmNode node, double leastBytes, double mostBytes, int mostReads) {
        Scrape start = node.metrics();
        node.jmx().majorCompact("foreread", "tries");
        Scrape end = node.metrics();
        String family = "cassandra_sstable_read_size_bytes";
        assertThat(end.sum(family + "_sum", COMPACTION_DATA) - start.sum(family + "_sum", COMPACTION_DATA))
                .isBetween(leastBytes, mostBytes);
        assertThat(end.sum(family + "_count", COMPACTION_DATA) - start.sum(family + "_count", COMPACTION_DATA))
                .isLessThan(mostReads);
    }
}
