package io.foreread.exporter.cassandra;

import static org.assertj.core.api.Assertions.assertThat;

import com.codahale.metrics.Gauge;
import com.codahale.metrics.MetricRegistry;
import io.foreread.exporter.config.MetricsConfig;
import io.foreread.exporter.dropwizard.InProcessSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Exports a gauge of Cassandra whose value is the counts of the buckets 1, 2, 3, 4 and of all larger values. */
class BucketGaugeTest {
    private static final String FAMILY = "cassandra_table_estimated_partition_size_bytes";

    /** Returns the exported quantiles, in the order of the exposition. */
    private static Map<String, Double> quantiles(Object value) {
        MetricRegistry registry = new MetricRegistry();
        registry.register(
                "org.apache.cassandra.metrics.Table.EstimatedPartitionSizeHistogram.ks.t", (Gauge<Object>) () -> value);
        Bridge bridge = new Bridge(MetricsConfig.of(Map.of("metrics.table.include", FAMILY), new ArrayList<>()));
        InProcessSource.follow(registry, bridge);
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
    void withoutValuesThereAreNoQuantiles() {
        assertThat(quantiles(new long[5])).isEmpty();
        assertThat(quantiles(new long[0])).isEmpty();
        assertThat(quantiles("no buckets")).isEmpty();
    }
}
