package io.foreread.exporter.own;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.codahale.metrics.Gauge;
import com.codahale.metrics.MetricRegistry;
import io.foreread.exporter.dropwizard.InProcessSource;
import io.foreread.exporter.recorder.Activity;
import io.foreread.exporter.recorder.CompactionRecorder;
import io.foreread.exporter.recorder.Component;
import io.foreread.exporter.recorder.HookRecorder;
import io.foreread.exporter.recorder.HookStatus;
import io.foreread.exporter.recorder.ReadRecorder;
import io.foreread.exporter.recorder.ThreadRecord;
import io.foreread.exporter.recorder.WriteRecorder;
import io.foreread.exporter.source.MetricFollower;
import io.foreread.exporter.source.MetricName;
import io.foreread.exporter.source.NodeMetric;
import io.foreread.exporter.source.RecordingSink;
import io.foreread.exporter.source.RecordingSink.RecordedHistogram;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;

class SourcesTest {
    private final ReadRecorder reads = new ReadRecorder();
    private final CompactionRecorder compactions = new CompactionRecorder();
    private final HookRecorder hooks = new HookRecorder();

    @Test
    void readsAreExportedByActivityAndComponentOnceTheyOccur() {
        assertThat(RecordingSink.of(new ReadMetrics(reads)).histograms()).isEmpty();
        Activity outer = ThreadRecord.current().enter(Activity.COMPACTION);
        reads.read(Component.DATA, 16_384, 25_000);
        ThreadRecord.current().restore(outer);
        RecordingSink recorded = RecordingSink.of(new ReadMetrics(reads));
        RecordedHistogram sizes = recorded.histograms().get("cassandra_sstable_read_size_bytes[compaction, Data]");
        assertThat(sizes.upperBounds()).startsWith(512.0, 1024.0).endsWith(Double.POSITIVE_INFINITY);
        assertThat(sizes.sum()).isEqualTo(16_384);
        RecordedHistogram durations = recorded.histograms().get("cassandra_sstable_read_seconds[compaction, Data]");
        // The bounds must be exact decimals, because they are the values of the label le.
        assertThat(durations.upperBounds()).startsWith(1e-6, 5e-6, 1e-5, 2.5e-5);
        assertThat(durations.cumulativeCounts()).startsWith(0L, 0L, 0L, 1L);
        assertThat(durations.sum()).isEqualTo(2.5e-5, within(1e-12));
        assertThat(recorded.histograms()).hasSize(2);
        assertThat(recorded.samples()).isEmpty();
    }

    @Test
    void writtenChunksAreExportedByActivityOnceTheyOccur() {
        WriteRecorder writes = new WriteRecorder();
        assertThat(RecordingSink.of(new WriteMetrics(writes)).histograms()).isEmpty();
        Activity outer = ThreadRecord.current().enter(Activity.CLEANUP);
        writes.wrote(6_000, 30_000);
        ThreadRecord.current().restore(outer);
        writes.ahead(3);
        writes.waited(500_000_000);
        writes.refused();
        RecordingSink recorded = RecordingSink.of(new WriteMetrics(writes));
        RecordedHistogram sizes = recorded.histograms().get("cassandra_sstable_chunk_write_size_bytes[cleanup]");
        assertThat(sizes.upperBounds()).startsWith(512.0, 1024.0).endsWith(1048576.0, Double.POSITIVE_INFINITY);
        assertThat(sizes.sum()).isEqualTo(6_000);
        RecordedHistogram durations = recorded.histograms().get("cassandra_sstable_chunk_write_seconds[cleanup]");
        assertThat(durations.upperBounds()).startsWith(1e-5, 2.5e-5, 5e-5);
        assertThat(durations.cumulativeCounts()).startsWith(0L, 0L, 1L);
        assertThat(durations.sum()).isEqualTo(3e-5, within(1e-12));
        assertThat(recorded.histograms()).hasSize(2);
        assertThat(recorded.samples())
                .containsEntry("foreread_chunks_compressed_ahead_total", 3.0)
                .containsEntry("foreread_compress_ahead_wait_seconds_total", 0.5)
                .containsEntry("foreread_compress_ahead_refused_total", 1.0)
                .hasSize(3);
    }

    @Test
    void mmapChunkAccessesAreExported() {
        Activity outer = ThreadRecord.current().enter(Activity.VALIDATION);
        reads.mmapChunkAccess(16_384, 500_000_000);
        ThreadRecord.current().restore(outer);
        assertThat(RecordingSink.of(new ReadMetrics(reads)).samples())
                .containsEntry("cassandra_sstable_mmap_chunk_accesses_total[validation]", 1.0)
                .containsEntry("cassandra_sstable_mmap_chunk_access_seconds_total[validation]", 0.5)
                .containsEntry("cassandra_sstable_mmap_chunk_bytes_total[validation]", 16_384.0)
                .hasSize(3);
    }

    @Test
    void progressIsExportedDuringACompactionAndItsCostAfterwards() {
        Object handle = new Object();
        ThreadRecord.current().taskInputBytes(() -> 900);
        compactions.begin(handle, Activity.COMPACTION, "ks", "t", () -> 2_000);
        reads.read(Component.DATA, 700, 250_000_000);
        compactions.wrote(300);
        RecordingSink running = RecordingSink.of(recorded(table -> true, family -> true));
        assertThat(running.samples())
                .containsEntry("cassandra_compaction_running", 1.0)
                .containsEntry("cassandra_compaction_scanned_bytes_total[compaction, ks, t]", 2_000.0)
                .containsEntry("cassandra_compaction_read_bytes_total[compaction, ks, t]", 700.0)
                .containsEntry("cassandra_compaction_reads_total[compaction, ks, t]", 1.0)
                .containsEntry("cassandra_compaction_read_seconds_total[compaction, ks, t]", 0.25)
                .containsEntry("cassandra_compaction_written_bytes_total[compaction, ks, t]", 300.0)
                .containsEntry("cassandra_compaction_finished_total[compaction, ks, t]", 0.0)
                .containsEntry("cassandra_compaction_output_bytes_total[compaction, ks, t]", 0.0);
        compactions.end(handle);
        ThreadRecord.current().taskInputBytes(null);
        RecordingSink ended = RecordingSink.of(recorded(table -> true, family -> true));
        assertThat(ended.samples())
                .containsEntry("cassandra_compaction_running", 0.0)
                .containsEntry("cassandra_compaction_scanned_bytes_total[compaction, ks, t]", 2_000.0)
                .containsEntry("cassandra_compaction_finished_total[compaction, ks, t]", 1.0)
                .containsEntry("cassandra_compaction_input_bytes_total[compaction, ks, t]", 900.0)
                .containsEntry("cassandra_compaction_output_bytes_total[compaction, ks, t]", 300.0)
                .containsKeys(
                        "cassandra_compaction_seconds_total[compaction, ks, t]",
                        "cassandra_compaction_cpu_seconds_total[compaction, ks, t]",
                        "cassandra_compaction_allocated_bytes_total[compaction, ks, t]");
        RecordedHistogram durations = ended.histograms().get("cassandra_compaction_duration_seconds[compaction]");
        assertThat(durations.upperBounds()).startsWith(0.1, 0.5, 1.0, 5.0);
        assertThat(durations.cumulativeCounts()).endsWith(1L);
    }

    private CompactionMetrics recorded(Predicate<String> tables, Predicate<String> families) {
        return new CompactionMetrics(compactions, (keyspace, table) -> tables.test(keyspace + "." + table), families);
    }

    @Test
    void compactionsAreExportedForSelectedTablesAndFamilies() {
        for (String table : List.of("scratch_1", "orders")) {
            compactions.begin(table, Activity.COMPACTION, "ks", table, () -> 0);
            compactions.end(table);
        }
        Set<String> recorded = RecordingSink.of(
                        recorded(table -> !table.startsWith("ks.scratch_"), family -> !family.contains("cpu")))
                .samples()
                .keySet();
        assertThat(recorded)
                .contains(
                        "cassandra_compaction_finished_total[compaction, ks, orders]",
                        "cassandra_compaction_running",
                        // Node-level families include all tables. The filters apply only to table-level families.
                        "cassandra_node_compaction_finished_total[compaction]",
                        "cassandra_node_compaction_cpu_seconds_total[compaction]")
                .noneMatch(sample -> sample.contains("scratch") || sample.startsWith("cassandra_compaction_cpu"));
    }

    @Test
    void totalsOfADroppedTableAreRemoved() {
        MetricRegistry registry = new MetricRegistry();
        InProcessSource.follow(registry, new DroppedTables(compactions, new NoFollower()));
        for (String table : List.of("dropped", "dropped.by_name", "stays"))
            registry.register(
                    "org.apache.cassandra.metrics." + (table.contains(".") ? "Index" : "")
                            + "Table.LiveSSTableCount.ks." + table,
                    (Gauge<Integer>) () -> 1);
        for (String table : List.of("dropped", "dropped.by_name", "stays")) {
            compactions.begin(table, Activity.COMPACTION, "ks", table, () -> 0);
            compactions.end(table);
        }
        registry.remove("org.apache.cassandra.metrics.Table.LiveSSTableCount.ks.dropped");
        registry.remove("org.apache.cassandra.metrics.IndexTable.LiveSSTableCount.ks.dropped.by_name");
        assertThat(compactions.totals().keySet()).extracting(key -> key.table).containsExactly("stays");
    }

    private static final class NoFollower implements MetricFollower {
        @Override
        public void added(MetricName name, NodeMetric metric) {}

        @Override
        public void removed(MetricName name) {}
    }

    @Test
    void hooksAreExportedWithStateAndReason() {
        hooks.set(new HookStatus("channel-proxy", HookStatus.State.APPLIED, ""));
        hooks.set(new HookStatus("scrubber", HookStatus.State.SKIPPED, "no class Scrubber here"));
        hooks.probeFailed();
        assertThat(RecordingSink.of(new HookMetrics(hooks)).samples())
                .containsEntry("foreread_hook_status[channel-proxy, applied, ]", 1.0)
                .containsEntry("foreread_hook_status[scrubber, skipped, no class Scrubber here]", 1.0)
                .containsEntry("foreread_probe_failures_total", 1.0)
                .hasSize(3);
    }
}
