package io.foreread.exporter.cassandra;

import static org.assertj.core.api.Assertions.assertThat;

import com.codahale.metrics.Histogram;
import io.foreread.exporter.catalog.Lines;
import io.foreread.exporter.catalog.Refresh;
import io.foreread.exporter.config.MetricsConfig;
import io.foreread.exporter.dropwizard.InProcessSource;
import io.foreread.exporter.source.MetricName;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.FieldSource;

/**
 * Tests the metric names of jmx_exporter's example configuration. A percentile of the test reservoir is 1000 times its
 * quantile.
 */
class JmxExporterDialectTest {
    static final List<String> LINES = Lines.KNOWN;

    private final JmxExporterRegistry registry = new JmxExporterRegistry();

    @Test
    void latencyIsPercentilesCountAndSumInSeconds() {
        registry.timer("Table.ReadLatency.ks.t", CassandraReservoir.of41());
        registry.counter("Table.ReadTotalLatency.ks.t").inc(7_500);
        assertThat(registry.scraped().text())
                .contains("# TYPE cassandra_table_readlatency_seconds gauge\n")
                .contains("cassandra_table_readlatency_seconds{table=\"t\",keyspace=\"ks\",quantile=\"0.50\"} 5.0E-4\n")
                .contains(
                        "cassandra_table_readlatency_seconds{table=\"t\",keyspace=\"ks\",quantile=\"0.999\"} 9.99E-4\n")
                .contains("# TYPE cassandra_table_readlatency_seconds_count untyped\n")
                .contains("cassandra_table_readlatency_seconds_count{table=\"t\",keyspace=\"ks\"} 1\n")
                .contains("# TYPE cassandra_table_readlatency_seconds_sum untyped\n")
                .contains("cassandra_table_readlatency_seconds_sum{table=\"t\",keyspace=\"ks\"} 0.0075\n");
        assertThat(registry.scraped().samples()).hasSize(6 + 1 + 1);
    }

    @Test
    void otherDurationsAreInMicrosecondsAsInJmx() {
        registry.timer("CommitLog.WaitingOnCommit", CassandraReservoir.of41());
        registry.timer("CommitLog.WaitingOnFlush", CassandraReservoir.of40());
        assertThat(registry.scraped().samples())
                .containsEntry("cassandra_commitlog_waitingoncommit{quantile=\"0.75\"}", 750.0)
                .containsEntry("cassandra_commitlog_waitingonflush{quantile=\"0.75\"}", 0.75)
                .containsEntry("cassandra_commitlog_waitingoncommit_count", 1.0);
    }

    @Test
    void histogramIsNotScaled() {
        Histogram histogram = new Histogram(CassandraReservoir.of311());
        registry.register("Table.SSTablesPerReadHistogram.ks.t", histogram);
        assertThat(registry.scraped().samples())
                .containsEntry(
                        "cassandra_table_sstablesperreadhistogram{table=\"t\",keyspace=\"ks\",quantile=\"0.98\"}",
                        980.0)
                .hasSize(7);
    }

    @Test
    void booleanIsOneOrZero() {
        registry.gauge("Storage.Enabled", true);
        registry.gauge("Storage.Disabled", false);
        assertThat(registry.scraped().samples())
                .containsEntry("cassandra_storage_enabled", 1.0)
                .containsEntry("cassandra_storage_disabled", 0.0);
    }

    @Test
    void labelsAreTheKeysOfTheMBean() {
        registry.gauge("CommitLog.PendingTasks", 1);
        registry.gauge("Cache.HitRate.KeyCache", 0.5);
        registry.counter("ThreadPools.CurrentlyBlockedTasks.internal.CompactionExecutor");
        registry.meter("ClientRequest.Timeouts.Read-LOCAL_ONE");
        registry.gauge("keyspace.PendingFlushes.ks", 1);
        registry.gauge("Table.PendingFlushes.ks.t", 1);
        registry.gauge("Table.PendingFlushes.all", 1);
        registry.gauge("IndexTable.PendingFlushes.ks.t.by_v", 1);
        registry.gauge("Connection.LargeMessagePendingTasks.127.0.0.2", 1);
        registry.meter("Connection.TotalTimeouts");
        assertThat(registry.scraped().samples())
                .containsOnlyKeys(
                        "cassandra_commitlog_pendingtasks",
                        "cassandra_cache_hitrate{cache=\"KeyCache\"}",
                        "cassandra_threadpools_currentlyblockedtasks_count{threadpools=\"CompactionExecutor\",path=\"internal\"}",
                        "cassandra_clientrequest_timeouts_count{clientrequest=\"Read-LOCAL_ONE\"}",
                        "cassandra_keyspace_pendingflushes{keyspace=\"ks\"}",
                        "cassandra_table_pendingflushes{table=\"t\",keyspace=\"ks\"}",
                        "cassandra_table_pendingflushes",
                        "cassandra_indextable_pendingflushes{indextable=\"t.by_v\",keyspace=\"ks\"}",
                        "cassandra_connection_largemessagependingtasks{connection=\"127.0.0.2\"}",
                        "cassandra_connection_totaltimeouts_count");
    }

    @Test
    void invalidCharactersOfNamesBecomeUnderscores() {
        registry.counter("HintsService.Hints_created-/127.0.0.2.7000");
        registry.counter("TrieMemtable.Contended memtable puts.ks.t");
        // The example allows a space in the names of counts but not of values.
        registry.gauge("TrieMemtable.Shard sizes during last flushAvg.ks.t", 1);
        assertThat(registry.scraped().samples())
                .containsOnlyKeys(
                        "cassandra_hintsservice_hints_created_127_0_0_2_7000_count",
                        "cassandra_triememtable_contended_memtable_puts_count{triememtable=\"t\",keyspace=\"ks\"}");
    }

    @Test
    void metricsThatTheExampleCannotNameAreNotExported() {
        registry.gauge("StorageAttachedIndex.SegmentBufferSpaceUsedBytes", 1);
        registry.gauge("StorageAttachedIndex.DiskUsedBytes.ks.t.IndexGroupMetrics", 1);
        registry.counter("AutoRepair.RepairTurnMyTurn.repairType=full");
        assertThat(registry.scraped().samples())
                .containsOnlyKeys("cassandra_storageattachedindex_segmentbufferspaceusedbytes");
    }

    @Test
    void aliasesOfMBeansAreExported() {
        Bridge bridge = registry.bridge();
        registry.gauge("Table.MemtableOnHeapDataSize.ks.t", 7);
        registry.meter("DroppedMessage.Dropped.READ_REQ");
        registry.gauge("BufferPool.Size.chunk-cache", 7);
        registry.gauge("BufferPool.Size.networking", 8);
        assertThat(ScrapedText.by(bridge).samples())
                .containsEntry("cassandra_table_memtableonheapsize{table=\"t\",keyspace=\"ks\"}", 7.0)
                .containsKey("cassandra_droppedmessage_dropped_count{droppedmessage=\"READ_REQ\"}")
                .containsKey("cassandra_droppedmessage_dropped_count{droppedmessage=\"READ\"}")
                .containsEntry("cassandra_bufferpool_size", 7.0)
                .hasSize(7);
        registry.removeAll();
        assertThat(ScrapedText.by(bridge).text()).isEmpty();
    }

    @Test
    void twoSpellingsOfAMetricAreOneSeries() {
        registry.gauge("Client.connectedNativeClients", 1);
        registry.gauge("Client.ConnectedNativeClients", 1);
        assertThat(registry.scraped().samples()).containsOnlyKeys("cassandra_client_connectednativeclients");
    }

    @ParameterizedTest
    @FieldSource("LINES")
    void bothNamingsTogetherHaveNoDuplicates(String line) {
        Map<String, String> both = GoldenFamiliesTest.families(line, Map.of("metrics.naming", "both"));
        assertThat(both)
                .containsAllEntriesOf(GoldenFamiliesTest.families(line, Map.of()))
                .containsKeys(GoldenFamiliesTest.families(line, Map.of("metrics.naming", "jmx_exporter"))
                        .keySet()
                        .toArray(new String[0]));
        // The samples of a histogram or summary have these names, so no family can have them.
        both.forEach((family, text) -> {
            if (text.contains(" histogram ") || text.contains(" summary "))
                assertThat(both).doesNotContainKeys(family + "_count", family + "_sum", family + "_bucket");
        });
    }

    @Test
    void sampleOfANativeDistributionIsNotExportedTwice() {
        MetricName sameName = new MetricName("Commit_Log", "Commit_Wait_Seconds", "");
        assertThat(registry.bridge().accepts(sameName)).isTrue();
        assertThat(registry.bridge("metrics.naming", "both").accepts(sameName)).isFalse();
    }

    /** docs/configuration.md states these numbers. */
    @ParameterizedTest
    @CsvSource({"3.11, 155", "4.1, 263", "6.0, 332"})
    void tableHasAsManySeriesAsInJmxExporter(String line, int series) {
        Bridge bridge = new Bridge(MetricsConfig.of(Map.of("metrics.naming", "jmx_exporter"), new ArrayList<>()));
        InProcessSource.follow(LineRegistry.of(line), bridge);
        for (Refresh refresh : Refresh.values()) bridge.reads(refresh).forEach(read -> read.read());
        assertThat(ScrapedText.by(bridge).samples().keySet())
                .filteredOn(sample -> sample.matches("cassandra_table_.*\\{table=\"t\",keyspace=\"ks\".*"))
                .hasSize(series);
    }
}
