package io.foreread.exporter.cassandra;

import static org.assertj.core.api.Assertions.assertThat;

import com.codahale.metrics.Gauge;
import com.codahale.metrics.MetricRegistry;
import io.foreread.exporter.catalog.Refresh;
import io.foreread.exporter.source.BackgroundRead;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Exports a gauge of Cassandra whose value is the counts of the buckets 1, 2, 3, 4 and of all larger values. */
class BucketGaugeTest {
    private static final String NAME = "org.apache.cassandra.metrics.Table.EstimatedPartitionSizeHistogram.ks.t";
    private static final String FAMILY = "cassandra_table_estimated_partition_size_bytes";

    private static Bridge bridge(MetricRegistry registry) {
        return RegistryBridge.of(registry, Map.of("metrics.table.include", FAMILY));
    }

    /** Returns the exported quantiles, in the order of the exposition. */
    private static Map<String, Double> quantiles(Object value) {
        MetricRegistry registry = new MetricRegistry();
        registry.register(NAME, (Gauge<Object>) () -> value);
        Bridge bridge = bridge(registry);
        bridge.refreshNew();
        String prefix = FAMILY + "{keyspace=\"ks\",table=\"t\",quantile=\"";
        Map<String, Double> quantiles = new LinkedHashMap<>();
        ScrapedText.by(bridge).samples().forEach((sample, quantile) -> {
            assertThat(sample).startsWith(prefix);
            quantiles.put(sample.substring(prefix.length(), sample.indexOf('"', prefix.length())), quantile);
        });
        assertThat(ScrapedText.errors(bridge)).isZero();
        return quantiles;
    }

    @Test
    void aQuantileIsTheBoundOfTheBucketThatContainsIt() {
        assertThat(quantiles(new long[] {50, 25, 20, 4, 1}))
                .containsExactly(
                        Map.entry("0.5", 1.0),
                        Map.entry("0.75", 2.0),
                        Map.entry("0.95", 3.0),
                        Map.entry("0.98", 4.0),
                        Map.entry("0.99", 4.0),
                        Map.entry("0.999", Double.POSITIVE_INFINITY),
                        Map.entry("1", Double.POSITIVE_INFINITY));
    }

    @Test
    void allQuantilesOfOneValueAreItsBucket() {
        assertThat(quantiles(new long[] {0, 0, 1, 0, 0}).values()).hasSize(7).containsOnly(3.0);
    }

    @Test
    void scrapeDoesNotWaitForABackgroundRead() throws Exception {
        CountDownLatch reading = new CountDownLatch(2);
        CountDownLatch mayReturn = new CountDownLatch(1);
        MetricRegistry registry = new MetricRegistry();
        registry.register(NAME, (Gauge<Object>) () -> {
            reading.countDown();
            if (reading.getCount() == 0) awaitUnchecked(mayReturn);
            return new long[] {0, 0, 1, 0, 0};
        });
        Bridge bridge = bridge(registry);
        bridge.refreshNew();
        CompletableFuture<Void> background =
                CompletableFuture.runAsync(() -> bridge.reads(Refresh.RARE).forEach(BackgroundRead::read));
        reading.await();
        try {
            assertThat(CompletableFuture.supplyAsync(
                                    () -> ScrapedText.by(bridge).samples())
                            .get(20, TimeUnit.SECONDS))
                    .hasSize(7);
        } finally {
            mayReturn.countDown();
        }
        background.join();
    }

    private static void awaitUnchecked(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Test
    void withoutValuesThereAreNoQuantiles() {
        assertThat(quantiles(new long[5])).isEmpty();
        assertThat(quantiles(new long[0])).isEmpty();
        assertThat(quantiles("no buckets")).isEmpty();
    }
}
