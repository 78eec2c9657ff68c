package io.foreread.exporter.cassandra;

import static org.assertj.core.api.Assertions.assertThat;

import com.codahale.metrics.Gauge;
import com.codahale.metrics.MetricRegistry;
import io.foreread.exporter.config.MetricsConfig;
import io.foreread.exporter.dropwizard.InProcessSource;
import io.foreread.exporter.source.RecordingSink;
import io.foreread.exporter.text.TextBuffer;
import io.foreread.exporter.text.TextFamily;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BridgeMetricsTest {
    private static final String PREFIX = "org.apache.cassandra.metrics.";
    private static final String POOLS = "cassandra_thread_pool_active_tasks";
    private static final String PENDING = "cassandra_compaction_pending_tasks";
    private static final double LIMIT_SECONDS = 300;

    private final MetricRegistry registry = new MetricRegistry();

    private void register(String name) {
        registry.register(PREFIX + name, (Gauge<Integer>) () -> 1);
    }

    private Bridge bridge(Map<String, String> settings) {
        Bridge bridge = new Bridge(MetricsConfig.of(settings, new ArrayList<>()));
        InProcessSource.follow(registry, bridge);
        return bridge;
    }

    private static Map<String, Double> metricsOf(Bridge bridge) {
        BridgeMetrics metrics = new BridgeMetrics(() -> bridge);
        assertThat(metrics.name()).isEqualTo("scrape");
        return RecordingSink.of(metrics).samples();
    }

    @Test
    void nothingIsExportedBeforeTheFirstBridge() {
        assertThat(RecordingSink.of(new BridgeMetrics(() -> null)).samples()).isEmpty();
    }

    @Test
    void theSizeIsThatOfTheLastCompleteScrape() {
        register("ThreadPools.ActiveTasks.request.ReadStage");
        register("ThreadPools.ActiveTasks.request.MutationStage");
        register("Table.LiveSSTableCount.ks.t");
        Bridge bridge = bridge(Map.of());
        String text = ScrapedText.by(bridge).text();
        ScrapedText.by(bridge, POOLS);
        Map<String, Double> metrics = metricsOf(bridge);
        assertThat(metrics)
                .containsEntry("foreread_scrape_series", 3.0)
                .containsEntry("foreread_scrape_bytes", (double) text.getBytes(StandardCharsets.UTF_8).length)
                .containsEntry("foreread_series[node]", 2.0)
                .containsEntry("foreread_series[table]", 1.0)
                .containsEntry("cassandra_node_tables", 1.0)
                .containsKeys("foreread_scrape_seconds[thread_pool]", "foreread_scrape_seconds[table]");
        assertThat(metrics.get("foreread_scrape_seconds[thread_pool]")).isBetween(0.0, LIMIT_SECONDS);
    }

    @Test
    void theSizeExcludesTextThatPrecedesCassandrasMetrics() throws IOException {
        register("ThreadPools.ActiveTasks.request.ReadStage");
        Bridge bridge = bridge(Map.of());
        long bytes = ScrapedText.by(bridge).text().length();
        TextBuffer buffer = new TextBuffer(OutputStream.nullOutputStream());
        buffer.append("# other metrics\n");
        bridge.write(Set.of(), TextFamily.Format.PROMETHEUS, buffer);
        assertThat(metricsOf(bridge)).containsEntry("foreread_scrape_bytes", (double) bytes);
    }

    @ParameterizedTest
    @ValueSource(strings = {"both", "totals"})
    void theNumberOfSeriesIsThatOfTheWrittenSamples(String distributions) {
        Bridge bridge = RegistryBridge.of(
                LineRegistry.of("4.1"),
                Map.of(
                        "metrics.naming", "both",
                        "metrics.node.include", "*",
                        "metrics.table.include", "*",
                        "metrics.node.distributions", distributions,
                        "metrics.table.distributions", distributions));
        bridge.refreshNew();
        int samples = ScrapedText.by(bridge).samples().size();
        assertThat(metricsOf(bridge)).containsEntry("foreread_scrape_series", (double) samples);
    }

    @Test
    void errorsAreCountedByGroup() {
        registry.register(PREFIX + "ThreadPools.ActiveTasks.request.ReadStage", (Gauge<Integer>) () -> {
            throw new IllegalStateException("closed");
        });
        Bridge bridge = bridge(Map.of());
        ScrapedText.by(bridge);
        ScrapedText.by(bridge);
        assertThat(metricsOf(bridge))
                .containsEntry("foreread_scrape_errors_total[thread_pool]", 2.0)
                .containsEntry("foreread_scrape_series", 0.0);
    }

    @Test
    void seriesBeyondTheBudgetAreCountedByFamily() {
        register("ThreadPools.ActiveTasks.request.ReadStage");
        register("ThreadPools.ActiveTasks.request.MutationStage");
        Bridge bridge = bridge(Map.of("metrics.series-budget", "1"));
        ScrapedText.by(bridge);
        assertThat(metricsOf(bridge))
                .containsEntry("foreread_series_dropped[" + POOLS + "]", 2.0)
                .containsEntry("foreread_series[node]", 0.0)
                .containsEntry("foreread_scrape_series", 0.0);
    }

    @Test
    void theAgeOfBackgroundValuesIsExportedForEachClassThatIsRead() {
        register("Compaction.PendingTasks");
        Bridge bridge = bridge(Map.of("metrics.refresh.rare", "off"));
        assertThat(metricsOf(bridge).get("foreread_refresh_age_seconds[slow]")).isBetween(0.0, LIMIT_SECONDS);
        double beforeSeconds = System.currentTimeMillis() / 1e3;
        bridge.refreshNew();
        bridge.expire();
        Map<String, Double> metrics = metricsOf(bridge);
        assertThat(metrics.get("foreread_background_read_last_success_timestamp_seconds[" + PENDING + ", slow]"))
                .isBetween(beforeSeconds, System.currentTimeMillis() / 1e3);
        assertThat(metrics.get("foreread_refresh_age_seconds[slow]")).isBetween(0.0, LIMIT_SECONDS);
        assertThat(metrics)
                .doesNotContainKeys("foreread_refresh_age_seconds[rare]", "foreread_refresh_age_seconds[live]");
    }
}
