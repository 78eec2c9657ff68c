package io.foreread.exporter.catalog;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MetricTest {
    @Test
    void aFamilyByDatacenterHasNoLabelsOfAPeer() {
        Metric metric = Metric.of(
                Metric.Type.COUNTER,
                "cassandra_kit_seconds_total",
                "Time.",
                List.of("peer", "host_id", "kind", "rack", "datacenter"));
        Metric sum = metric.byDatacenter();
        assertThat(sum.labelNames()).containsExactly("datacenter", "kind");
        assertThat(sum.name()).isEqualTo(metric.name());
        assertThat(sum.type()).isEqualTo(Metric.Type.COUNTER);
        assertThat(sum.unit()).isEqualTo(Metric.Unit.SECONDS);
        assertThat(sum.help()).isEqualTo("Time.");
    }

    @Test
    void aMetricHasTheTypeOfItsDeclaration() {
        Metric.Unit unit = Metric.Unit.BYTES;
        assertThat(Metric.counter("kit_bytes_total", unit, "Help.").type()).isEqualTo(Metric.Type.COUNTER);
        assertThat(Metric.gauge("kit_bytes", unit, "Help.").type()).isEqualTo(Metric.Type.GAUGE);
        assertThat(Metric.histogram("kit_bytes", unit, "Help.").type()).isEqualTo(Metric.Type.HISTOGRAM);
        assertThat(Metric.summary("kit_bytes", unit, "Help.").type()).isEqualTo(Metric.Type.SUMMARY);
        assertThat(Metric.info("kit_info", "Help.", "version").type()).isEqualTo(Metric.Type.INFO);
        assertThat(Metric.info("kit_info", "Help.", "version").labelNames()).containsExactly("version");
    }

    @Test
    void aFactIsReadOnAllLinesOrOnThoseSinceOne() {
        Metric metric = Metric.gauge("kit_bytes", Metric.Unit.BYTES, "Help.");
        Fact fact = Fact.of(metric, "Kit: Size", Refresh.SLOW);
        assertThat(fact.metric()).isSameAs(metric);
        assertThat(fact.lines()).hasToString("all");
        Fact since = fact.since("4.1");
        assertThat(since.metric()).isSameAs(metric);
        assertThat(since.source()).isEqualTo("Kit: Size");
        assertThat(since.refresh()).isEqualTo(Refresh.SLOW);
        assertThat(since.lines().has("4.0")).isFalse();
        assertThat(since.lines().has("4.1")).isTrue();
    }

    @ParameterizedTest
    @CsvSource({
        "cassandra_kit_seconds, SECONDS",
        "cassandra_kit_bytes_total, BYTES",
        "cassandra_kit_total, NONE",
        "cassandra_seconds_kit, NONE"
    })
    void theUnitIsThatOfTheName(String name, Metric.Unit unit) {
        assertThat(Metric.of(Metric.Type.COUNTER, name, "Help.", List.of()).unit())
                .isEqualTo(unit);
    }
}
