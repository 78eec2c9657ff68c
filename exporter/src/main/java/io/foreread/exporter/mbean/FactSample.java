package io.foreread.exporter.mbean;

import io.foreread.exporter.catalog.Metric;
import org.jspecify.annotations.Nullable;

/** A value that a reader has emitted. Immutable. */
final class FactSample {
    final Metric metric;
    final double value;
    final String[] labelValues;

    FactSample(Metric metric, double value, String[] labelValues) {
        this.metric = metric;
        this.value = value;
        this.labelValues = labelValues;
    }

    /** @return the value of a label, or null if the metric does not have it */
    @Nullable
    String label(String name) {
        int index = metric.labelNames().indexOf(name);
        return index < 0 ? null : labelValues[index];
    }
}
