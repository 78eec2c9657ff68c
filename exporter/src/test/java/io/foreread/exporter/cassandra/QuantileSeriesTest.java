package io.foreread.exporter.cassandra;

import static org.assertj.core.api.Assertions.assertThat;

import com.codahale.metrics.Gauge;
import com.codahale.metrics.MetricRegistry;
import io.foreread.exporter.dropwizard.InProcessSource;
import io.foreread.exporter.source.MetricFollower;
import io.foreread.exporter.source.MetricName;
import io.foreread.exporter.source.NodeMetric;
import io.foreread.exporter.text.TextBuffer;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class QuantileSeriesTest {
    @Test
    void eachQuantileOfTheSelectionIsASample() throws Exception {
        long[] counts = {50, 25, 20, 4, 1};
        QuantileSeries series = new QuantileSeries(
                null,
                true,
                "size_bytes".getBytes(StandardCharsets.US_ASCII),
                "table=\"t\"".getBytes(StandardCharsets.US_ASCII),
                gauge(counts),
                1,
                1,
                new QuantileSeries.Selection(false, "0.5", "0.75"));
        assertThat(series.publish(counts)).isTrue();
        assertThat(series.lines()).isEqualTo(2);
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        TextBuffer buffer = new TextBuffer(bytes);
        series.append(buffer);
        buffer.flush();
        assertThat(bytes.toString(StandardCharsets.US_ASCII))
                .isEqualTo("size_bytes{table=\"t\",quantile=\"0.5\"} 1\nsize_bytes{table=\"t\",quantile=\"0.75\"} 2\n");
    }

    private static NodeMetric gauge(long[] counts) {
        MetricRegistry registry = new MetricRegistry();
        registry.register("org.apache.cassandra.metrics.Table.EstimatedPartitionSizeHistogram.ks.t", (Gauge<long[]>)
                () -> counts);
        List<NodeMetric> metrics = new ArrayList<>();
        InProcessSource.follow(registry, new MetricFollower() {
            @Override
            public void added(MetricName name, NodeMetric metric) {
                metrics.add(metric);
            }

            @Override
            public void removed(MetricName name) {
                metrics.clear();
            }
        });
        return metrics.get(0);
    }
}
