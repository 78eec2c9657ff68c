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

/** Sstables of 5.0's trie-indexed format, whose key cursor reads every partition's key from Data.db beside the scan. */
class BtiFormatIT {
    private static final CassandraRelease RELEASE = CassandraRelease.V5_0_3;
    private static final Map<String, String> COMPACTION_DATA = Map.of("activity", "compaction", "component", "Data");

    @Test
    void compactsWithScanAndKeyCursorInBlocks() {
        Assumptions.assumeTrue(CassandraRelease.all().contains(RELEASE), "narrowed out by -Dcassandra.lines");
        try (ChildJvmNode node = ChildJvmNode.of(RELEASE, NodeReleases.storage("bti", RELEASE))
                .agent("")
                .yaml("storage_compatibility_mode", "NONE")
                .yaml("sstable", Map.of("selected_format", "bti"))
                .start()) {
            DeterministicRows.createKeyspace(node.session(), "foreread", true);
            DeterministicRows rows = new DeterministicRows(node.session(), "foreread.tries", 1000);
            rows.createTable("");
            node.jmx().disableAutoCompaction("foreread", "tries");
            for (int version = 0; version < 3; version++) {
                rows.write(version * 500L, version * 500L + 3000, version, count -> {});
                node.jmx().flush("foreread", "tries");
            }
            RowDigest before = RowDigest.of(node.session(), "foreread.tries");

            Scrape start = node.metrics();
            node.jmx().majorCompact("foreread", "tries");
            Scrape end = node.metrics();

            assertThat(RowDigest.of(node.session(), "foreread.tries")).isEqualTo(before);
            assertThat(end.named("foreread_hook_status", Map.of("hook", "bti-key-cursor", "state", "applied")))
                    .hasSize(1);
            String family = "cassandra_sstable_read_size_bytes";
            double reads = end.sum(family + "_count", COMPACTION_DATA) - start.sum(family + "_count", COMPACTION_DATA);
            double bytes = end.sum(family + "_sum", COMPACTION_DATA) - start.sum(family + "_sum", COMPACTION_DATA);
            // Three sstables of 2.7 MB, each read twice: 11 blocks each time. Stock makes a thousand reads.
            assertThat(bytes).isGreaterThan(3 * 2 * 2_500_000.0);
            assertThat(reads).isLessThan(80);
            assertThat(node.errors()).isEmpty();
        }
    }
}
