package io.foreread.exporter.cassandra;

import static org.assertj.core.api.Assertions.assertThat;

import com.codahale.metrics.Counter;
import com.codahale.metrics.Gauge;
import com.codahale.metrics.MetricRegistry;
import com.codahale.metrics.Timer;
import io.foreread.exporter.source.MetricName;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** Tests which metrics of a node are exported, and with how many series. */
class BridgeChoiceTest {
    private static final String PREFIX = "org.apache.cassandra.metrics.";
    private static final String POOLS = "cassandra_thread_pool_active_tasks";

    private final MetricRegistry registry = new MetricRegistry();

    @Test
    void excludedFamilyIsNotRead() {
        registry.register(PREFIX + "ThreadPools.ActiveTasks.request.ReadStage", (Gauge<Integer>) () -> {
            throw new AssertionError("must not be read");
        });
        Bridge bridge = bridge("metrics.node.exclude", POOLS);
        assertThat(ScrapedText.by(bridge).samples()).isEmpty();
        assertThat(ScrapedText.errors(bridge)).isZero();
    }

    @Test
    void distributionsAreExportedAsConfiguredForTheLevel() {
        Timer timer = new Timer(CassandraReservoir.of41());
        timer.update(3, TimeUnit.MILLISECONDS);
        registry.register(PREFIX + "CommitLog.WaitingOnCommit", timer);
        String name = "cassandra_commit_log_commit_wait";
        assertThat(ScrapedText.by(bridge("metrics.node.distributions", "none")).samples())
                .isEmpty();
        ScrapedText totals = ScrapedText.by(bridge("metrics.node.distributions", "totals"));
        assertThat(totals.samples()).containsOnlyKeys(name + "_seconds_count", name + "_seconds_sum");
        assertThat(totals.samples().get(name + "_seconds_sum")).isBetween(0.003, 0.0036);
        assertThat(totals.text())
                .contains("# TYPE " + name + "_seconds summary")
                .contains("# HELP " + name + "_seconds Time spent waiting for a commit log sync.\n");
        ScrapedText quantiles = ScrapedText.by(bridge("metrics.node.distributions", "quantiles"));
        assertThat(quantiles.samples())
                .hasSize(9)
                .containsKey(name + "_seconds_count")
                .containsEntry(name + "_quantile_seconds{quantile=\"0.5\"}", 0.0005)
                .containsEntry(name + "_quantile_seconds{quantile=\"1\"}", 0.001);
        assertThat(quantiles.text()).contains("# TYPE " + name + "_quantile_seconds gauge");
        ScrapedText both = ScrapedText.by(bridge("metrics.node.distributions", "both"));
        assertThat(both.samples()).hasSize(18 + 2 + 7);
        assertThat(both.text())
                .contains("# TYPE " + name + "_seconds histogram")
                .contains("# HELP " + name + "_seconds Time spent waiting for a commit log sync; the count at each");
    }

    @Test
    void budgetDropsLeastUsefulFamiliesAndReportsThem() {
        for (int i = 0; i < 10; i++) {
            registry.register(PREFIX + "ThreadPools.ActiveTasks.request.Stage" + i, (Gauge<Integer>) () -> 1);
            registry.register(PREFIX + "Cache.Capacity." + cache(i), (Gauge<Integer>) () -> 1);
        }
        Bridge bridge = bridge("metrics.series-budget", "12");
        Map<String, Double> scraped = ScrapedText.by(bridge).samples();
        assertThat(scraped).hasSize(10).allSatisfy((sample, value) -> assertThat(sample)
                .startsWith(POOLS));
        assertThat(bridge.dropped()).containsExactly(Map.entry("cassandra_cache_capacity_bytes", 4L));
        for (int i = 1; i < 10; i++) registry.remove(PREFIX + "ThreadPools.ActiveTasks.request.Stage" + i);
        assertThat(ScrapedText.by(bridge).samples()).hasSize(5);
        assertThat(bridge.dropped()).isEmpty();
    }

    @Test
    void budgetIsTheLargestNumberOfSeriesAndZeroIsNoLimit() {
        for (int i = 0; i < 2; i++)
            registry.register(PREFIX + "ThreadPools.ActiveTasks.request.Stage" + i, (Gauge<Integer>) () -> 1);
        for (String budget : List.of("2", "0")) {
            Bridge bridge = bridge("metrics.series-budget", budget);
            assertThat(ScrapedText.by(bridge).samples()).hasSize(2);
            assertThat(bridge.dropped()).isEmpty();
        }
    }

    @Test
    void budgetDropsEvenTheMostUsefulFamily() {
        registry.register(PREFIX + "ClientRequest.Latency.Read", new Timer(CassandraReservoir.of41()));
        Bridge bridge = bridge("metrics.series-budget", "1");
        assertThat(ScrapedText.by(bridge).samples()).isEmpty();
        assertThat(bridge.dropped()).containsExactly(Map.entry("cassandra_client_request_latency_seconds", 20L));
    }

    private static String cache(int i) {
        return List.of("KeyCache", "RowCache", "CounterCache", "ChunkCache").get(i % 4) + (i < 4 ? "" : i);
    }

    @Test
    void reselectedTableIsExportedWithCurrentValues() {
        AtomicLong snapshots = new AtomicLong(1);
        Counter diskSpace = new Counter();
        for (String table : List.of("t", "other")) {
            registry.register(PREFIX + "Table.SnapshotsSize.ks." + table, (Gauge<Long>) snapshots::get);
            registry.register(
                    PREFIX + "Table.LiveDiskSpaceUsed.ks." + table, table.equals("t") ? diskSpace : new Counter());
        }
        Bridge bridge = bridge(
                "metrics.tables.top", "1",
                "metrics.tables.top-by", "disk-space",
                "metrics.table.include", "cassandra_table_snapshots_true_size_bytes");
        // Before the first ranking nothing is exported or read.
        bridge.refreshNew();
        diskSpace.inc(10);
        bridge.rankTables();
        bridge.refreshNew();
        String sample = "cassandra_table_snapshots_true_size_bytes{keyspace=\"ks\",table=\"t\"}";
        assertThat(ScrapedText.by(bridge).samples()).containsEntry(sample, 1.0);
        diskSpace.dec(20);
        bridge.rankTables();
        assertThat(ScrapedText.by(bridge).samples()).doesNotContainKey(sample);
        snapshots.set(2);
        diskSpace.inc(20);
        bridge.rankTables();
        assertThat(ScrapedText.by(bridge).samples()).doesNotContainKey(sample);
        bridge.refreshNew();
        assertThat(ScrapedText.by(bridge).samples()).containsEntry(sample, 2.0);
        assertThat(bridge.exportsTable("ks", "t")).isTrue();
        assertThat(bridge.exportsTable("ks", "t.by_name")).isTrue();
        assertThat(bridge.exportsTable("ks", "other")).isFalse();
    }

    @Test
    void excludedTablesAreNotCounted() {
        for (String table : List.of("a", "b", "c"))
            registry.register(PREFIX + "Table.LiveSSTableCount.ks." + table, (Gauge<Integer>) () -> 1);
        assertThat(bridge().tables()).isEqualTo(3);
        assertThat(bridge("metrics.tables.exclude", "ks.a").tables()).isEqualTo(2);
        Bridge top = bridge("metrics.tables.top", "1");
        top.rankTables();
        assertThat(top.tables()).isEqualTo(3);
    }

    @Test
    void scrapeCanRequestSomeFamilies() {
        registry.register(PREFIX + "ThreadPools.ActiveTasks.request.ReadStage", (Gauge<Integer>) () -> 1);
        registry.register(PREFIX + "CommitLog.WaitingOnCommit", new Timer(CassandraReservoir.of41()));
        registry.register(PREFIX + "CommitLog.PendingTasks", (Gauge<Integer>) () -> {
            throw new AssertionError("must not be read");
        });
        Bridge bridge = bridge();
        assertThat(ScrapedText.by(bridge, POOLS).samples()).hasSize(1);
        assertThat(ScrapedText.by(bridge, "cassandra_commit_log_commit_wait_seconds_bucket")
                        .samples())
                .hasSize(20);
        assertThat(ScrapedText.by(bridge, "cassandra_commit_log").samples()).isEmpty();
        assertThat(ScrapedText.errors(bridge)).isZero();
    }

    @Test
    void unusedMetricsAreNotAccepted() {
        Bridge bridge = bridge("metrics.node.exclude", POOLS);
        assertThat(bridge.accepts(name("ThreadPools", "ActiveTasks", "request.ReadStage")))
                .isFalse();
        assertThat(bridge.accepts(name("ClientRequest", "Latency", "Read"))).isTrue();
        assertThat(bridge.accepts(name("ClientRequest", "TotalLatency", "Read")))
                .isTrue();
        assertThat(bridge.accepts(name("Nothing", "AtAll", ""))).isFalse();
    }

    private static MetricName name(String type, String name, String scope) {
        return new MetricName(type, name, scope);
    }

    private Bridge bridge(String... keysAndValues) {
        return RegistryBridge.of(registry, RegistryBridge.settings(keysAndValues));
    }
}
