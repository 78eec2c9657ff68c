package io.foreread.exporter.cassandra;

import static org.assertj.core.api.Assertions.assertThat;

import com.codahale.metrics.Gauge;
import com.codahale.metrics.Histogram;
import com.codahale.metrics.MetricRegistry;
import com.codahale.metrics.Reservoir;
import com.codahale.metrics.Snapshot;
import com.codahale.metrics.Timer;
import io.foreread.exporter.catalog.Lines;
import io.foreread.exporter.catalog.Refresh;
import io.foreread.exporter.config.MetricsConfig;
import io.foreread.exporter.dropwizard.InProcessSource;
import io.foreread.exporter.source.MetricName;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.FieldSource;

/**
 * Tests the metric names of jmx_exporter's example configuration. A percentile of the test reservoir is 1000 times its
 * quantile.
 */
class JmxExporterDialectTest {
    private static final String PREFIX = "org.apache.cassandra.metrics.";
    static final List<String> LINES = Lines.KNOWN;

    private final MetricRegistry registry = new MetricRegistry();

    @Test
    void latencyIsPercentilesCountAndSumInSeconds() {
        timer("Table.ReadLatency.ks.t", CassandraReservoir.of41());
        registry.counter(PREFIX + "Table.ReadTotalLatency.ks.t").inc(7_500);
        assertThat(scraped().text())
                .contains("# TYPE cassandra_table_readlatency_seconds gauge\n")
                .contains("cassandra_table_readlatency_seconds{table=\"t\",keyspace=\"ks\",quantile=\"0.50\"} 5.0E-4\n")
                .contains(
                        "cassandra_table_readlatency_seconds{table=\"t\",keyspace=\"ks\",quantile=\"0.999\"} 9.99E-4\n")
                .contains("# TYPE cassandra_table_readlatency_seconds_count untyped\n")
                .contains("cassandra_table_readlatency_seconds_count{table=\"t\",keyspace=\"ks\"} 1\n")
                .contains("# TYPE cassandra_table_readlatency_seconds_sum untyped\n")
                .contains("cassandra_table_readlatency_seconds_sum{table=\"t\",keyspace=\"ks\"} 0.0075\n");
        assertThat(scraped().samples()).hasSize(6 + 1 + 1);
    }

    @Test
    void otherDurationsAreInMicrosecondsAsInJmx() {
        timer("CommitLog.WaitingOnCommit", CassandraReservoir.of41());
        timer("CommitLog.WaitingOnFlush", CassandraReservoir.of40());
        assertThat(scraped().samples())
                .containsEntry("cassandra_commitlog_waitingoncommit{quantile=\"0.75\"}", 750.0)
                .containsEntry("cassandra_commitlog_waitingonflush{quantile=\"0.75\"}", 0.75)
                .containsEntry("cassandra_commitlog_waitingoncommit_count", 1.0);
    }

    @Test
    void histogramIsNotScaled() {
        Histogram histogram = new Histogram(CassandraReservoir.of311());
        registry.register(PREFIX + "Table.SSTablesPerReadHistogram.ks.t", histogram);
        assertThat(scraped().samples())
                .containsEntry(
                        "cassandra_table_sstablesperreadhistogram{table=\"t\",keyspace=\"ks\",quantile=\"0.98\"}",
                        980.0)
                .hasSize(7);
    }

    @Test
    void labelsAreTheKeysOfTheMBean() {
        gauge("CommitLog.PendingTasks", 1);
        gauge("Cache.HitRate.KeyCache", 0.5);
        registry.counter(PREFIX + "ThreadPools.CurrentlyBlockedTasks.internal.CompactionExecutor");
        registry.meter(PREFIX + "ClientRequest.Timeouts.Read-LOCAL_ONE");
        gauge("keyspace.PendingFlushes.ks", 1);
        gauge("Table.PendingFlushes.ks.t", 1);
        gauge("Table.PendingFlushes.all", 1);
        gauge("IndexTable.PendingFlushes.ks.t.by_v", 1);
        gauge("Connection.LargeMessagePendingTasks.127.0.0.2", 1);
        registry.meter(PREFIX + "Connection.TotalTimeouts");
        assertThat(scraped().samples())
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
        registry.counter(PREFIX + "HintsService.Hints_created-/127.0.0.2.7000");
        registry.counter(PREFIX + "TrieMemtable.Contended memtable puts.ks.t");
        // The example allows a space in the names of counts but not of values.
        gauge("TrieMemtable.Shard sizes during last flushAvg.ks.t", 1);
        assertThat(scraped().samples())
                .containsOnlyKeys(
                        "cassandra_hintsservice_hints_created_127_0_0_2_7000_count",
                        "cassandra_triememtable_contended_memtable_puts_count{triememtable=\"t\",keyspace=\"ks\"}");
    }

    @Test
    void metricsThatTheExampleCannotNameAreNotExported() {
        gauge("StorageAttachedIndex.SegmentBufferSpaceUsedBytes", 1);
        gauge("StorageAttachedIndex.DiskUsedBytes.ks.t.IndexGroupMetrics", 1);
        registry.counter(PREFIX + "AutoRepair.RepairTurnMyTurn.repairType=full");
        assertThat(scraped().samples()).containsOnlyKeys("cassandra_storageattachedindex_segmentbufferspaceusedbytes");
    }

    @Test
    void metricsWithSideEffectsOrNonNumericValuesAreNeverRead() {
        for (String name : List.of(
                "Table.RecentBloomFilterFalseRatio.ks.t",
                "keyspace.RecentBloomFilterFalsePositives.ks",
                "Client.clientsByProtocolVersion",
                "Compaction.PendingTasksByTableName"))
            registry.register(PREFIX + name, (Gauge<Object>) () -> {
                throw new AssertionError("read");
            });
        Bridge bridge = bridge();
        for (Refresh refresh : Refresh.values()) bridge.reads(refresh).forEach(read -> read.read());
        assertThat(ScrapedText.by(bridge).samples()).isEmpty();
        assertThat(ScrapedText.errors(bridge)).isZero();
    }

    @Test
    void expensiveMetricsAreReadInTheBackgroundInTheJmxExporterNamingToo() {
        AtomicInteger reads = new AtomicInteger();
        for (String name : List.of(
                "Table.SnapshotsSize.ks.t", "IndexTable.SnapshotsSize.ks.t.i", "keyspace.PendingCompactions.ks"))
            registry.register(PREFIX + name, (Gauge<Integer>) reads::incrementAndGet);
        Bridge bridge = bridge();
        assertThat(ScrapedText.by(bridge).samples()).isEmpty();
        assertThat(reads).hasValue(0);
        bridge.reads(Refresh.SLOW).forEach(read -> read.read());
        bridge.reads(Refresh.RARE).forEach(read -> read.read());
        assertThat(ScrapedText.by(bridge).samples())
                .containsKey("cassandra_table_snapshotssize{table=\"t\",keyspace=\"ks\"}")
                .hasSize(3);
        assertThat(ScrapedText.by(bridge("metrics.refresh.rare", "off")).samples())
                .noneSatisfy((sample, value) -> assertThat(sample).contains("snapshotssize"));
    }

    @Test
    void percentilesAndMeanShareOneSnapshotPerScrape() {
        CountingReservoir reservoir = new CountingReservoir();
        timer("keyspace.ReadLatency.ks", reservoir);
        Bridge bridge = bridge();
        for (int scrape = 1; scrape <= 3; scrape++) {
            assertThat(ScrapedText.by(bridge).samples())
                    .containsEntry("cassandra_keyspace_readlatency_seconds_average{keyspace=\"ks\"}", 0.0004)
                    .containsEntry("cassandra_keyspace_readlatency_seconds{keyspace=\"ks\",quantile=\"0.95\"}", 0.00095)
                    .hasSize(6 + 1 + 1);
            assertThat(reservoir.snapshots).isEqualTo(scrape);
        }
        assertThat(ScrapedText.by(bridge, "cassandra_keyspace_readlatency_seconds_average")
                        .samples())
                .hasSize(1);
        assertThat(ScrapedText.by(bridge, "cassandra_keyspace_readlatency_seconds_count")
                        .samples())
                .hasSize(1);
        assertThat(reservoir.snapshots).isEqualTo(4);
    }

    @Test
    void meanIsExportedIfPercentilesAreExcluded() {
        timer("keyspace.WriteLatency.ks", CassandraReservoir.of41());
        assertThat(ScrapedText.by(bridge("metrics.keyspace.exclude", "*latency_seconds"))
                        .samples())
                .containsOnlyKeys(
                        "cassandra_keyspace_writelatency_seconds_average{keyspace=\"ks\"}",
                        "cassandra_keyspace_writelatency_seconds_count{keyspace=\"ks\"}");
    }

    @Test
    void zeroPercentilesTakeNoSnapshotUntilTheCountChanges() {
        CountingReservoir reservoir = new CountingReservoir();
        reservoir.faded = true;
        Timer timer = timer("CommitLog.WaitingOnCommit", reservoir);
        Bridge bridge = bridge();
        for (int scrape = 0; scrape < 5; scrape++)
            assertThat(ScrapedText.by(bridge).samples()).hasSize(7);
        // The second scrape reads the zeros again: Cassandra updates the count before the bucket, so zeros are final
        // only if the count has not changed since the previous scrape.
        assertThat(reservoir.snapshots).isEqualTo(2);
        reservoir.faded = false;
        timer.update(1, TimeUnit.MILLISECONDS);
        assertThat(ScrapedText.by(bridge).samples())
                .containsEntry("cassandra_commitlog_waitingoncommit{quantile=\"0.50\"}", 500.0);
    }

    @Test
    void distributionsNoneExportsNoPartOfADistribution() {
        timer("Table.ReadLatency.ks.t", CassandraReservoir.of41());
        registry.counter(PREFIX + "Table.ReadTotalLatency.ks.t");
        registry.counter(PREFIX + "Table.BytesFlushed.ks.t");
        assertThat(ScrapedText.by(bridge("metrics.table.distributions", "none")).samples())
                .containsOnlyKeys("cassandra_table_bytesflushed_count{table=\"t\",keyspace=\"ks\"}");
    }

    @Test
    void filtersOfTablesAndFamiliesApply() {
        for (String scope : List.of("ks.t", "ks.other", "system.local", "all"))
            registry.counter(PREFIX + "Table.BytesFlushed." + scope);
        registry.counter(PREFIX + "IndexTable.BytesFlushed.ks.t.i");
        registry.counter(PREFIX + "IndexTable.BytesFlushed.ks.other.i");
        Map<String, Double> scraped = ScrapedText.by(
                        bridge("metrics.keyspaces.exclude", "system*", "metrics.tables.include", "*.t"))
                .samples();
        assertThat(scraped)
                .containsOnlyKeys(
                        "cassandra_table_bytesflushed_count",
                        "cassandra_table_bytesflushed_count{table=\"t\",keyspace=\"ks\"}",
                        "cassandra_indextable_bytesflushed_count{indextable=\"t.i\",keyspace=\"ks\"}");
        assertThat(ScrapedText.by(bridge("metrics.table.exclude", "cassandra_*_bytesflushed_count"))
                        .samples())
                .containsOnlyKeys("cassandra_table_bytesflushed_count");
    }

    @Test
    void onlyTopTablesAreExportedIfConfigured() {
        for (int i = 0; i < 4; i++) {
            Timer timer = new Timer(CassandraReservoir.of41());
            registry.register(PREFIX + "Table.ReadLatency.ks.t" + i, timer);
            for (int reads = 0; reads < i; reads++) timer.update(1, TimeUnit.MILLISECONDS);
        }
        assertThat(ScrapedText.by(bridge("metrics.tables.top", "1")).samples())
                .hasSize(7)
                .allSatisfy((sample, value) -> assertThat(sample).contains("table=\"t3\""));
    }

    @Test
    void budgetDropsTablesBeforeNodeMetrics() {
        registry.counter(PREFIX + "Storage.Load");
        for (int i = 0; i < 5; i++) registry.counter(PREFIX + "Table.BytesFlushed.ks.t" + i);
        Bridge bridge = bridge("metrics.series-budget", "3");
        assertThat(ScrapedText.by(bridge).samples()).containsOnlyKeys("cassandra_storage_load_count");
        assertThat(bridge.dropped()).containsExactly(Map.entry("cassandra_table_bytesflushed_count", 5L));
    }

    @Test
    void droppedTableIsRemoved() {
        Bridge bridge = bridge();
        timer("Table.ReadLatency.ks.t", CassandraReservoir.of41());
        gauge("Table.SnapshotsSize.ks.t", 1);
        bridge.refreshNew();
        assertThat(ScrapedText.by(bridge).samples()).hasSize(8);
        registry.remove(PREFIX + "Table.ReadLatency.ks.t");
        registry.remove(PREFIX + "Table.SnapshotsSize.ks.t");
        assertThat(ScrapedText.by(bridge).text()).isEmpty();
    }

    @Test
    void aliasesOfMBeansAreExported() {
        Bridge bridge = bridge();
        gauge("Table.MemtableOnHeapDataSize.ks.t", 7);
        registry.meter(PREFIX + "DroppedMessage.Dropped.READ_REQ");
        gauge("BufferPool.Size.chunk-cache", 7);
        gauge("BufferPool.Size.networking", 8);
        assertThat(ScrapedText.by(bridge).samples())
                .containsEntry("cassandra_table_memtableonheapsize{table=\"t\",keyspace=\"ks\"}", 7.0)
                .containsKey("cassandra_droppedmessage_dropped_count{droppedmessage=\"READ_REQ\"}")
                .containsKey("cassandra_droppedmessage_dropped_count{droppedmessage=\"READ\"}")
                .containsEntry("cassandra_bufferpool_size", 7.0)
                .hasSize(7);
        for (String name : registry.getNames()) registry.remove(name);
        assertThat(ScrapedText.by(bridge).text()).isEmpty();
    }

    @Test
    void twoSpellingsOfAMetricAreOneSeries() {
        gauge("Client.connectedNativeClients", 1);
        gauge("Client.ConnectedNativeClients", 1);
        assertThat(scraped().samples()).containsOnlyKeys("cassandra_client_connectednativeclients");
    }

    @Test
    void acceptsOnlyExportedMetrics() {
        MetricName read = new MetricName("Table", "ReadLatency", "ks.t");
        assertThat(bridge().accepts(read)).isTrue();
        assertThat(bridge("metrics.tables.exclude", "ks.t").accepts(read)).isFalse();
        assertThat(bridge().accepts(new MetricName("Table", "RecentBloomFilterFalseRatio", "ks.t")))
                .isFalse();
        assertThat(bridge().accepts(new MetricName("Made", "Up", ""))).isTrue();
        assertThat(bridge("metrics.naming", "native").accepts(new MetricName("Made", "Up", "")))
                .isFalse();
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

    /** docs/configuration.md states these numbers. */
    @ParameterizedTest
    @CsvSource({"3.11, 155", "4.1, 263", "6.0, 332"})
    void tableHasAsManySeriesAsInJmxExporter(String line, int series) {
        Bridge bridge =
                new Bridge(MetricsConfig.of(Map.of("metrics.naming", "jmx_exporter"), new ArrayList<>()), () -> {});
        InProcessSource.follow(LineRegistry.of(line), bridge);
        for (Refresh refresh : Refresh.values()) bridge.reads(refresh).forEach(read -> read.read());
        assertThat(ScrapedText.by(bridge).samples().keySet())
                .filteredOn(sample -> sample.matches("cassandra_table_.*\\{table=\"t\",keyspace=\"ks\".*"))
                .hasSize(series);
    }

    private Timer timer(String name, Reservoir reservoir) {
        Timer timer = new Timer(reservoir);
        registry.register(PREFIX + name, timer);
        timer.update(1, TimeUnit.MILLISECONDS);
        return timer;
    }

    private void gauge(String name, Object value) {
        registry.register(PREFIX + name, (Gauge<Object>) () -> value);
    }

    private ScrapedText scraped() {
        return ScrapedText.by(bridge());
    }

    private Bridge bridge(String... keysAndValues) {
        Map<String, String> settings = new HashMap<>();
        settings.put("metrics.naming", "jmx_exporter");
        for (int i = 0; i < keysAndValues.length; i += 2) settings.put(keysAndValues[i], keysAndValues[i + 1]);
        List<String> problems = new ArrayList<>();
        Bridge bridge = new Bridge(MetricsConfig.of(settings, problems), () -> {});
        assertThat(problems).isEmpty();
        InProcessSource.follow(registry, bridge);
        return bridge;
    }

    /** Counts its snapshots. If it has faded, percentiles and mean of a snapshot are zero. */
    private static final class CountingReservoir implements Reservoir {
        private final CassandraReservoir values = CassandraReservoir.of41();
        private final CassandraReservoir none = CassandraReservoir.faded();
        int snapshots;
        boolean faded;

        @Override
        public int size() {
            return values.size();
        }

        @Override
        public void update(long value) {
            values.update(value);
        }

        @Override
        public Snapshot getSnapshot() {
            snapshots++;
            return (faded ? none : values).getSnapshot();
        }
    }
}
