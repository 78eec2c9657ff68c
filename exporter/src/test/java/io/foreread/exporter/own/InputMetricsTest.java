package io.foreread.exporter.own;

import static org.assertj.core.api.Assertions.assertThat;

import io.foreread.exporter.recorder.InputRecorder;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import org.junit.jupiter.api.Test;

class InputMetricsTest {
    private final SimpleMeterRegistry meters = new SimpleMeterRegistry();
    private final InputRecorder inputs = new InputRecorder();

    @Test
    void countersFollowTheRecorder() {
        new InputMetrics(inputs).bindTo(meters);
        inputs.lookupsMade(8);
        inputs.lookupsSkipped(400);
        inputs.filterScanned(2_000_000_000L);
        inputs.filterScanned(500_000_000L);
        inputs.filterBuilt();
        inputs.filtersLost(2);
        inputs.emptyInputsSkipped(398);
        inputs.sumMade();
        inputs.sumReused();
        inputs.sumReused();
        inputs.filterBytesChanged(65_536);
        inputs.filterBytesChanged(-32_768);
        assertThat(counter("foreread_key_cache_lookups_total", "result", "made"))
                .isEqualTo(8);
        assertThat(counter("foreread_key_cache_lookups_total", "result", "skipped"))
                .isEqualTo(400);
        assertThat(counter("foreread_key_filter_builds_total")).isEqualTo(1);
        assertThat(counter("foreread_key_filter_build_seconds_total")).isEqualTo(2.5);
        assertThat(counter("foreread_key_filters_lost_total")).isEqualTo(2);
        assertThat(counter("foreread_empty_inputs_skipped_total")).isEqualTo(398);
        assertThat(counter("foreread_scanner_sums_total", "result", "made")).isEqualTo(1);
        assertThat(counter("foreread_scanner_sums_total", "result", "reused")).isEqualTo(2);
        assertThat(meters.get("foreread_key_filter_bytes").gauge().value()).isEqualTo(32_768);
    }

    private double counter(String name, String... tags) {
        return meters.get(name).tags(tags).functionCounter().count();
    }
}
