package io.foreread.exporter.cassandra;

import static org.assertj.core.api.Assertions.assertThat;

import com.codahale.metrics.Counter;
import com.codahale.metrics.Gauge;
import com.codahale.metrics.MetricRegistry;
import io.foreread.exporter.catalog.Refresh;
import io.foreread.exporter.dropwizard.InProcessSource;
import io.foreread.exporter.source.MetricName;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests which tables a bridge knows and exports. */
class SelectedTablesTest {
    private static final String TABLE = "org.apache.cassandra.metrics.Table.";

    private final MetricRegistry registry = new MetricRegistry();

    @Test
    void tableIsKnownUntilItsLastMetricIsRemoved() {
        registry.counter(TABLE + "BytesFlushed.ks.t");
        registry.counter(TABLE + "PendingFlushes.ks.t");
        Bridge bridge = bridge();
        assertThat(bridge.tables()).isEqualTo(1);
        registry.remove(TABLE + "BytesFlushed.ks.t");
        assertThat(bridge.tables()).isEqualTo(1);
        registry.remove(TABLE + "PendingFlushes.ks.t");
        assertThat(bridge.tables()).isZero();
    }

    @ParameterizedTest
    @ValueSource(strings = {"native", "jmx_exporter"})
    void metricThatIsRegisteredAgainReplacesTheFirst(String naming) {
        registry.counter(TABLE + "BytesFlushed.ks.t").inc(1);
        Bridge bridge = bridge("metrics.naming", naming);
        MetricRegistry again = new MetricRegistry();
        again.counter(TABLE + "BytesFlushed.ks.t").inc(2);
        InProcessSource.follow(again, bridge);
        assertThat(ScrapedText.by(bridge).samples().values()).containsExactly(2.0);
        assertThat(ScrapedText.errors(bridge)).isZero();
        assertThat(bridge.tables()).isEqualTo(1);
        again.remove(TABLE + "BytesFlushed.ks.t");
        assertThat(bridge.tables()).isZero();
    }

    @Test
    void tablesAreRankedOnlyIfSomeOfThemAreExported() {
        assertThat(bridge().rankings()).isEmpty();
        assertThat(bridge("metrics.tables.top", "1").rankings()).hasSize(1);
    }

    @Test
    void scrapesDoNotRankTheTablesAgain() {
        Counter size = registry.counter(TABLE + "LiveDiskSpaceUsed.ks.t");
        Counter otherSize = registry.counter(TABLE + "LiveDiskSpaceUsed.ks.other");
        size.inc(10);
        Bridge bridge = bridge("metrics.tables.top", "1", "metrics.tables.top-by", "disk-space");
        assertThat(ScrapedText.by(bridge).samples().values())
                .as("largest table")
                .containsExactly(10.0);
        otherSize.inc(20);
        assertThat(ScrapedText.by(bridge).samples().values())
                .as("before the next ranking")
                .containsExactly(10.0);
        bridge.rankTables();
        assertThat(ScrapedText.by(bridge).samples().values())
                .as("after the next ranking")
                .containsExactly(20.0);
    }

    /** A ranking requests reads of the tables that it adds to the exported ones. */
    @ParameterizedTest
    @ValueSource(strings = {"0", "1"})
    void rankingThatChangesNothingRequestsNoReads(String maxTables) {
        registry.counter(TABLE + "LiveDiskSpaceUsed.ks.t");
        registry.register(TABLE + "PendingCompactions.ks.t", (Gauge<Integer>) () -> 1);
        Bridge bridge = bridge("metrics.tables.top", maxTables, "metrics.tables.top-by", "disk-space");
        bridge.rankTables();
        assertThat(bridge.unread(Refresh.SLOW)).isNotEmpty();
        bridge.rankTables();
        assertThat(bridge.unread(Refresh.SLOW)).isEmpty();
    }

    @Test
    void metricsThatOnlyTheRankingNeedsAreAccepted() {
        MetricName reads = new MetricName("Table", "ReadLatency", "ks.t");
        assertThat(bridge("metrics.table.exclude", "*").accepts(reads)).isFalse();
        assertThat(bridge("metrics.table.exclude", "*", "metrics.tables.top", "1")
                        .accepts(reads))
                .isTrue();
    }

    @Test
    void excludedKeyspaceHasNoMetrics() {
        Bridge bridge = bridge("metrics.keyspaces.exclude", "ks");
        assertThat(bridge.accepts(new MetricName("Keyspace", "PendingFlushes", "ks")))
                .isFalse();
        assertThat(bridge.accepts(new MetricName("Keyspace", "PendingFlushes", "other")))
                .isTrue();
    }

    @Test
    void tableIsExportedUnlessItIsExcluded() {
        Bridge bridge = bridge("metrics.tables.exclude", "ks.t");
        assertThat(bridge.exportsTable("ks", "t")).isFalse();
        assertThat(bridge.exportsTable("ks", "t.by_name")).isFalse();
        assertThat(bridge.exportsTable("ks", "other")).isTrue();
        assertThat(bridge.exportsTable("ks", "other.by_name")).isTrue();
    }

    @Test
    void totalOfALatencyIsAcceptedOnlyWithTheLatency() {
        MetricName total = new MetricName("Table", "ReadTotalLatency", "ks.t");
        MetricName ofAllTables = new MetricName("Table", "ReadTotalLatency", "all");
        assertThat(bridge().accepts(total)).isTrue();
        for (Bridge withoutTable :
                List.of(bridge("metrics.table.exclude", "*"), bridge("metrics.tables.exclude", "ks.t"))) {
            assertThat(withoutTable.accepts(total)).isFalse();
            assertThat(withoutTable.accepts(ofAllTables)).isTrue();
        }
    }

    private Bridge bridge(String... keysAndValues) {
        return RegistryBridge.of(registry, RegistryBridge.settings(keysAndValues));
    }
}
