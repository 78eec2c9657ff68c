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
