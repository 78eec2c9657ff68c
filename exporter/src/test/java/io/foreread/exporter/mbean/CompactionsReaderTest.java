package io.foreread.exporter.mbean;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import javax.management.JMException;
import org.junit.jupiter.api.Test;

class CompactionsReaderTest {
    private static final String BEAN = "org.apache.cassandra.db:type=CompactionManager";

    private final StubNode node = new StubNode();
    private long nanos = 1;
    private final CompactionsReader reader = new CompactionsReader(() -> nanos);

    @Test
    void remainingTimeIsKnownFromTheSecondRead() throws JMException {
        run(List.of(operation("a", "t", "Compaction", 100, 1000)));
        assertThat(node.recorded(reader))
                .containsOnly(
                        Map.entry("cassandra_compactions_active", 1.0),
                        Map.entry("cassandra_compaction_active_bytes[compaction, ks, t]", 100.0),
                        Map.entry("cassandra_compaction_active_total_bytes[compaction, ks, t]", 1000.0),
                        Map.entry("cassandra_compaction_active_progress_ratio[compaction, ks, t]", 0.1));
        nanos += 5_000_000_000L;
        run(List.of(operation("a", "t", "Compaction", 200, 1000)));
        assertThat(node.recorded(reader))
                .containsEntry("cassandra_compaction_remaining_seconds[compaction, ks, t]", 40.0);
        nanos += 5_000_000_000L;
        assertThat(node.recorded(reader))
                .as("the remaining time is unknown without progress since the last read")
                .doesNotContainKey("cassandra_compaction_remaining_seconds[compaction, ks, t]")
                .containsKey("cassandra_compaction_active_bytes[compaction, ks, t]");
        run(List.of());
        assertThat(node.recorded(reader)).containsOnly(Map.entry("cassandra_compactions_active", 0.0));
    }

    @Test
    void addsUpOperationsOfOneTypeAndTable() throws JMException {
        run(List.of(operation("a", "t", "Compaction", 0, 100), operation("b", "t", "Compaction", 0, 300)));
        node.recorded(reader);
        nanos += 1_000_000_000L;
        run(List.of(operation("a", "t", "Compaction", 50, 100), operation("b", "t", "Compaction", 50, 300)));
        assertThat(node.recorded(reader))
                .containsEntry("cassandra_compaction_active_bytes[compaction, ks, t]", 100.0)
                .containsEntry("cassandra_compaction_active_progress_ratio[compaction, ks, t]", 0.25)
                .as("the time until the last operation ends")
                .containsEntry("cassandra_compaction_remaining_seconds[compaction, ks, t]", 5.0);
        run(List.of(operation("a", "t", "Compaction", 60, 100), operation("c", "t", "Compaction", 50, 300)));
        nanos += 1_000_000_000L;
        assertThat(node.recorded(reader))
                .as("the remaining time is unknown, because operation c has just begun")
                .doesNotContainKey("cassandra_compaction_remaining_seconds[compaction, ks, t]");
    }

    @Test
    void operationWhoseUnitIsNotBytesExportsOnlyItsProgress() throws JMException {
        Map<String, String> upgrade = operation("a", "t", "Upgrade sstables", 1, 4);
        upgrade.put("unit", "ranges");
        Map<String, String> save = operation("b", null, "Key cache save", 0, 0);
        save.put("keyspace", null);
        run(List.of(upgrade, save));
        assertThat(node.recorded(reader))
                .containsOnly(
                        Map.entry("cassandra_compactions_active", 2.0),
                        Map.entry("cassandra_compaction_active_progress_ratio[upgrade_sstables, ks, t]", 0.25),
                        Map.entry("cassandra_compaction_active_bytes[key_cache_save, , ]", 0.0),
                        Map.entry("cassandra_compaction_active_total_bytes[key_cache_save, , ]", 0.0));
    }

    private void run(List<Map<String, String>> operations) throws JMException {
        node.with(BEAN, "Compactions", operations);
    }

    private static Map<String, String> operation(String id, String table, String type, long completed, long total) {
        Map<String, String> text = new HashMap<>();
        text.put("compactionId", id);
        text.put("keyspace", "ks");
        text.put("columnfamily", table);
        text.put("taskType", type);
        text.put("completed", String.valueOf(completed));
        text.put("total", String.valueOf(total));
        text.put("unit", "bytes");
        return text;
    }
}
