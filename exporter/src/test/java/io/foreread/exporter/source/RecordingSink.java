package io.foreread.exporter.source;

import io.foreread.exporter.catalog.Metric;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Keeps what a source tells, by name and label values. */
public final class RecordingSink implements MetricSink {
    /** A histogram as it was told. */
    public record ExportedHistogram(List<Double> upperBounds, List<Long> cumulativeCounts, double sum) {}

    private final Map<String, Double> samples = new LinkedHashMap<>();
    private final Map<String, ExportedHistogram> histograms = new LinkedHashMap<>();

    /** What the source tells now. */
    public static RecordingSink of(MetricSource source) {
        RecordingSink sink = new RecordingSink();
        source.collect(sink);
        return sink;
    }

    @Override
    public void sample(Metric metric, double value, String... labelValues) {
        if (samples.put(key(metric, labelValues), value) != null)
            throw new AssertionError("told twice: " + key(metric, labelValues));
    }

    @Override
    public void histogram(
            Metric metric, double[] upperBounds, long[] cumulativeCounts, double sum, String... labelValues) {
        ExportedHistogram told = new ExportedHistogram(
                Arrays.stream(upperBounds).boxed().toList(),
                Arrays.stream(cumulativeCounts).boxed().toList(),
                sum);
        if (histograms.put(key(metric, labelValues), told) != null)
            throw new AssertionError("told twice: " + key(metric, labelValues));
    }

    @Override
    public void summary(Metric metric, long count, double sum, String... labelValues) {
        sample(metric, sum, labelValues);
    }

    /** By {@code name} or {@code name[value, value]}. */
    public Map<String, Double> samples() {
        return samples;
    }

    public Map<String, ExportedHistogram> histograms() {
        return histograms;
    }

    private static String key(Metric metric, String... labelValues) {
        List<String> values = Arrays.asList(labelValues);
        if (values.size() != metric.labelNames().size())
            throw new AssertionError(metric + " has labels " + metric.labelNames() + ", told " + values);
        return metric.name() + (values.isEmpty() ? "" : values);
    }
}
