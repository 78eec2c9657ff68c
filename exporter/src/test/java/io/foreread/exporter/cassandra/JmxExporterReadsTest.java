package io.foreread.exporter.cassandra;

import static org.assertj.core.api.Assertions.assertThat;

import com.codahale.metrics.Gauge;
import com.codahale.metrics.Reservoir;
import com.codahale.metrics.Snapshot;
import com.codahale.metrics.Timer;
import io.foreread.exporter.catalog.Refresh;
import io.foreread.exporter.source.MetricName;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Tests which metrics are exported with the names of jmx_exporter, and when they are read. */
class JmxExporterReadsTest {
    private final JmxExporterRegistry registry = new JmxExporterRegistry();

    @Test
    void metricsWithSideEffectsOrNonNumericValuesAreNeverRead() {
        for (String name : List.of(
                "Table.RecentBloomFilterFalseRatio.ks.t",
                "keyspace.RecentBloomFilterFalsePositives.ks",
                "Client.clientsByProtocolVersion",
                "Compaction.PendingTasksByTableName"))
            registry.register(name, (Gauge<Object>) () -> {
                throw new AssertionError("read");
            });
        Bridge bridge = registry.bridge();
        for (Refresh refresh : Refresh.values()) bridge.reads(refresh).forEach(read -> read.read());
        assertThat(ScrapedText.by(bridge).samples()).isEmpty();
        assertThat(ScrapedText.errors(bridge)).isZero();
    }

    @Test
    void expensiveMetricsAreReadInTheBackgroundInTheJmxExporterNamingToo() {
        AtomicInteger reads = new AtomicInteger();
        for (String name : List.of(
                "Table.SnapshotsSize.ks.t", "IndexTable.SnapshotsSize.ks.t.i", "keyspace.PendingCompactions.ks"))
            registry.register(name, (Gauge<Integer>) reads::incrementAndGet);
        Bridge bridge = registry.bridge();
        assertThat(ScrapedText.by(bridge).samples()).isEmpty();
        assertThat(reads).hasValue(0);
        bridge.reads(Refresh.SLOW).forEach(read -> read.read());
        bridge.reads(Refresh.RARE).forEach(read -> read.read());
        assertThat(ScrapedText.by(bridge).samples())
                .containsKey("cassandra_table_snapshotssize{table=\"t\",keyspace=\"ks\"}")
                .hasSize(3);
        assertThat(ScrapedText.by(registry.bridge("metrics.refresh.rare", "off"))
                        .samples())
                .noneSatisfy((sample, value) -> assertThat(sample).contains("snapshotssize"));
    }

    @Test
    void percentilesAndMeanShareOneSnapshotPerScrape() {
        CountingReservoir reservoir = new CountingReservoir();
        registry.timer("keyspace.ReadLatency.ks", reservoir);
        Bridge bridge = registry.bridge();
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
        registry.timer("keyspace.WriteLatency.ks", CassandraReservoir.of41());
        assertThat(ScrapedText.by(registry.bridge("metrics.keyspace.exclude", "*latency_seconds"))
                        .samples())
                .containsOnlyKeys(
                        "cassandra_keyspace_writelatency_seconds_average{keyspace=\"ks\"}",
                        "cassandra_keyspace_writelatency_seconds_count{keyspace=\"ks\"}");
        Bridge meanOnly = registry.bridge("metrics.keyspace.exclude", "*latency_seconds, *_count");
        assertThat(ScrapedText.by(meanOnly).samples())
                .containsExactly(Map.entry("cassandra_keyspace_writelatency_seconds_average{keyspace=\"ks\"}", 0.0004));
    }

    /** A timer without a reservoir of Cassandra has no bucket counts, so it cannot be read. */
    @Test
    void distributionThatCannotBeReadIsOneErrorAndHasNoMean() {
        registry.register("keyspace.ReadLatency.ks", new Timer());
        Bridge bridge = registry.bridge();
        assertThat(ScrapedText.by(bridge).samples())
                .containsOnlyKeys("cassandra_keyspace_readlatency_seconds_count{keyspace=\"ks\"}");
        assertThat(ScrapedText.errors(bridge)).isEqualTo(1);
    }

    @Test
    void zeroPercentilesTakeNoSnapshotUntilTheCountChanges() {
        CountingReservoir reservoir = new CountingReservoir();
        reservoir.faded = true;
        Timer timer = registry.timer("CommitLog.WaitingOnCommit", reservoir);
        Bridge bridge = registry.bridge();
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
        registry.timer("Table.ReadLatency.ks.t", CassandraReservoir.of41());
        registry.counter("Table.ReadTotalLatency.ks.t");
        registry.counter("Table.BytesFlushed.ks.t");
        assertThat(ScrapedText.by(registry.bridge("metrics.table.distributions", "none"))
                        .samples())
                .containsOnlyKeys("cassandra_table_bytesflushed_count{table=\"t\",keyspace=\"ks\"}");
    }

    @Test
    void filtersOfTablesAndFamiliesApply() {
        for (String scope : List.of("ks.t", "ks.other", "system.local", "all"))
            registry.counter("Table.BytesFlushed." + scope);
        registry.counter("IndexTable.BytesFlushed.ks.t.i");
        registry.counter("IndexTable.BytesFlushed.ks.other.i");
        Map<String, Double> scraped = ScrapedText.by(
                        registry.bridge("metrics.keyspaces.exclude", "system*", "metrics.tables.include", "*.t"))
                .samples();
        assertThat(scraped)
                .containsOnlyKeys(
                        "cassandra_table_bytesflushed_count",
                        "cassandra_table_bytesflushed_count{table=\"t\",keyspace=\"ks\"}",
                        "cassandra_indextable_bytesflushed_count{indextable=\"t.i\",keyspace=\"ks\"}");
        assertThat(ScrapedText.by(registry.bridge("metrics.table.exclude", "cassandra_*_bytesflushed_count"))
                        .samples())
                .containsOnlyKeys("cassandra_table_bytesflushed_count");
    }

    @Test
    void onlyTopTablesAreExportedIfConfigured() {
        for (int i = 0; i < 4; i++) {
            Timer timer = new Timer(CassandraReservoir.of41());
            registry.register("Table.ReadLatency.ks.t" + i, timer);
            for (int reads = 0; reads < i; reads++) timer.update(1, TimeUnit.MILLISECONDS);
        }
        assertThat(ScrapedText.by(registry.bridge("metrics.tables.top", "1")).samples())
                .hasSize(7)
                .allSatisfy((sample, value) -> assertThat(sample).contains("table=\"t3\""));
    }

    @Test
    void budgetDropsTablesBeforeNodeMetrics() {
        registry.counter("Storage.Load");
        for (int i = 0; i < 5; i++) registry.counter("Table.BytesFlushed.ks.t" + i);
        Bridge bridge = registry.bridge("metrics.series-budget", "3");
        assertThat(ScrapedText.by(bridge).samples()).containsOnlyKeys("cassandra_storage_load_count");
        assertThat(bridge.dropped()).containsExactly(Map.entry("cassandra_table_bytesflushed_count", 5L));
    }

    @Test
    void droppedTableIsRemoved() {
        Bridge bridge = registry.bridge();
        registry.timer("Table.ReadLatency.ks.t", CassandraReservoir.of41());
        registry.gauge("Table.SnapshotsSize.ks.t", 1);
        bridge.refreshNew();
        assertThat(ScrapedText.by(bridge).samples()).hasSize(8);
        registry.remove("Table.ReadLatency.ks.t");
        registry.remove("Table.SnapshotsSize.ks.t");
        assertThat(ScrapedText.by(bridge).text()).isEmpty();
    }

    @Test
    void acceptsOnlyExportedMetrics() {
        MetricName read = new MetricName("Table", "ReadLatency", "ks.t");
        assertThat(registry.bridge().accepts(read)).isTrue();
        assertThat(registry.bridge("metrics.tables.exclude", "ks.t").accepts(read))
                .isFalse();
        assertThat(registry.bridge().accepts(new MetricName("Table", "RecentBloomFilterFalseRatio", "ks.t")))
                .isFalse();
        MetricName snapshots = new MetricName("Table", "SnapshotsSize", "ks.t");
        assertThat(registry.bridge().accepts(snapshots)).isTrue();
        assertThat(registry.bridge("metrics.refresh.rare", "off").accepts(snapshots))
                .isFalse();
        assertThat(registry.bridge().accepts(new MetricName("Made", "Up", ""))).isTrue();
        assertThat(registry.bridge("metrics.naming", "native").accepts(new MetricName("Made", "Up", "")))
                .isFalse();
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
