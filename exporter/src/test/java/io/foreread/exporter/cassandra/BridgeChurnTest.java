package io.foreread.exporter.cassandra;

import static org.assertj.core.api.Assertions.assertThat;

import com.codahale.metrics.Counter;
import com.codahale.metrics.Gauge;
import com.codahale.metrics.Histogram;
import com.codahale.metrics.Metric;
import com.codahale.metrics.MetricRegistry;
import com.codahale.metrics.Timer;
import io.foreread.exporter.catalog.Refresh;
import io.foreread.exporter.config.MetricsConfig;
import io.foreread.exporter.dropwizard.InProcessSource;
import java.lang.ref.WeakReference;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

/** Checks that the bridge retains no object of a dropped table. */
class BridgeChurnTest {
    private static final String PREFIX = "org.apache.cassandra.metrics.";
    private static final int CYCLES = 10_000;
    /** In every 100th cycle, scrapes and background reads run between the creation and the drop of the table. */
    private static final int CYCLES_PER_SCRAPE = 100;

    private final MetricRegistry registry = new MetricRegistry();

    private final Bridge bridge = new Bridge(MetricsConfig.of(
            Map.of(
                    "metrics.table.include", "*",
                    "metrics.table.distributions", "both",
                    "metrics.tables.top", "50",
                    "metrics.naming", "both"),
            new ArrayList<>()));

    @Test
    void droppedTableLeavesNoSeriesAndNoMemory() {
        InProcessSource.follow(registry, bridge);
        register("ks.stays");
        refresh();
        Set<String> before = Set.copyOf(ScrapedText.by(bridge).samples().keySet());
        List<WeakReference<Metric>> dropped = new ArrayList<>();
        for (int cycle = 0; cycle < CYCLES; cycle++) {
            String table = "ks.t" + cycle;
            Map<String, Metric> metrics = register(table);
            boolean scraped = cycle % CYCLES_PER_SCRAPE == 0;
            if (scraped) {
                refresh();
                assertThat(ScrapedText.by(bridge).text()).contains("table=\"t" + cycle + '"');
                metrics.values().forEach(metric -> dropped.add(new WeakReference<>(metric)));
            }
            metrics.keySet().forEach(registry::remove);
            if (scraped) assertThat(ScrapedText.by(bridge).text()).doesNotContain("table=\"t" + cycle + '"');
        }
        refresh();
        assertThat(ScrapedText.by(bridge).samples().keySet()).isEqualTo(before);
        assertThat(ScrapedText.errors(bridge)).isZero();
        assertThat(dropped).hasSizeGreaterThan(CYCLES / CYCLES_PER_SCRAPE);
        Awaitility.await().atMost(Duration.ofSeconds(30)).untilAsserted(() -> {
            System.gc();
            assertThat(dropped).allMatch(reference -> reference.get() == null);
        });
    }

    /**
     * Metrics can be orphaned before a source follows the registry: 3.11 drops system tables of older releases while it
     * starts, and each reload of the configuration creates a new source.
     */
    @Test
    void metricsThatWereOrphanedBeforeTheSourceStartedAreNotExported() {
        String left = PREFIX + "Table.CasCommitLatency.ks.t";
        registry.register(left, new Timer(CassandraReservoir.of40()));
        InProcessSource.follow(registry, bridge);
        assertThat(ScrapedText.by(bridge).text()).doesNotContain("table=\"t\"");
        register("ks.t");
        refresh();
        assertThat(ScrapedText.by(bridge).text()).contains("table=\"t\",operation=\"cas_commit\"");
    }

    private void refresh() {
        bridge.refreshNew();
        bridge.rankTables();
        for (Refresh refresh : Refresh.values()) bridge.reads(refresh).forEach(read -> read.read());
    }

    /** Registers metrics of a table: some of each kind and refresh class, and the metrics that they depend on. */
    private Map<String, Metric> register(String table) {
        Map<String, Metric> metrics = new LinkedHashMap<>();
        for (String name : List.of("ReadLatency", "WriteLatency", "RangeLatency", "CoordinatorReadLatency"))
            metrics.put(name, new Timer(CassandraReservoir.of41()));
        for (String name : List.of("ReadTotalLatency", "WriteTotalLatency", "PendingFlushes", "LiveDiskSpaceUsed"))
            metrics.put(name, new Counter());
        metrics.put("SSTablesPerReadHistogram", new Histogram(CassandraReservoir.of40()));
        for (String name : List.of("LiveSSTableCount", "PendingCompactions", "SnapshotsSize", "MaxPartitionSize"))
            metrics.put(name, new NumberGauge());
        Map<String, Metric> registered = new LinkedHashMap<>();
        metrics.forEach((name, metric) -> registered.put(PREFIX + "Table." + name + '.' + table, metric));
        registered.put(PREFIX + "IndexTable.LiveSSTableCount." + table + ".i", new NumberGauge());
        registered.forEach(registry::register);
        return registered;
    }

    /** A gauge with one object per table. A non-capturing lambda would be one object for all tables. */
    private static final class NumberGauge implements Gauge<Long> {
        @Override
        public Long getValue() {
            return 7L;
        }
    }
}
