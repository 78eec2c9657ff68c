package io.foreread.agent.startup;

import static org.assertj.core.api.Assertions.assertThat;

import io.foreread.exporter.catalog.Metric;
import io.foreread.exporter.own.SafepointMetrics;
import io.foreread.exporter.source.MetricSink;
import java.lang.instrument.Instrumentation;
import java.util.HashMap;
import java.util.Map;
import net.bytebuddy.agent.ByteBuddyAgent;
import org.junit.jupiter.api.Test;

class ModuleExportTest {
    @Test
    void safepointsAreCountedIfTheirPackageIsExported() {
        Instrumentation instrumentation = ByteBuddyAgent.install();
        assertThat(ModuleExport.ofSafepointCounters(instrumentation)).isTrue();
        System.gc();
        Map<String, Double> exported = new HashMap<>();
        new SafepointMetrics().collect(into(exported));
        assertThat(exported)
                .containsOnlyKeys(
                        "jvm_safepoints_total", "jvm_safepoint_seconds_total", "jvm_safepoint_sync_seconds_total");
        assertThat(exported.get("jvm_safepoints_total")).isPositive();
        assertThat(exported.get("jvm_safepoint_seconds_total")).isBetween(0.0, 3600.0);
    }

    @Test
    void failedExportReturnsFalseAndThrowsNothing() {
        assertThat(ModuleExport.ofSafepointCounters(null)).isFalse();
    }

    private static MetricSink into(Map<String, Double> exported) {
        return new MetricSink() {
            @Override
            public void sample(Metric metric, double value, String... labelValues) {
                exported.put(metric.name(), value);
            }

            @Override
            public void histogram(Metric metric, double[] bounds, long[] counts, double sum, String... labelValues) {
                throw new AssertionError(metric);
            }

            @Override
            public void summary(Metric metric, long count, double sum, String... labelValues) {
                throw new AssertionError(metric);
            }
        };
    }
}
